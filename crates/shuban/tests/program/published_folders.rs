//! Databases published in a folder, and probed, listed, checked and fetched from a web server.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value as Json;

use crate::common::{list, shuban};
use crate::static_host::{Fault, StaticHost};

/// Layers of four families.
const LAYERS: [&str; 4] =
    ["half-gammon/contact-2-1", "hypergammon/1", "amazons/4", "tanhinmin/3p-6"];

/// A data folder with these layers, and what is published of it.
struct Published {
    folder: tempfile::TempDir,
    host: StaticHost,
}

impl Published {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (data, to) = (folder.path().join("data"), folder.path().join("published"));
        for layer in LAYERS {
            shuban(&data, &["build", layer, "--quiet"]).with_code(0);
        }
        let to = to.to_str().unwrap();
        let arguments = [&["publish"], &LAYERS[..], &["--to", to, "--piece", "64K", "--json"]];
        let published = shuban(&data, &arguments.concat()).with_code(0).json();
        assert!(published["layers"].as_u64() > Some(4), "{published}");
        assert_eq!(published["pieces_kept"], 0);
        let again = shuban(&data, &arguments.concat()).with_code(0).json();
        assert_eq!(again["pieces_written"], 0, "{again}");
        let host = StaticHost::new(to.as_ref());
        Published { folder, host }
    }

    fn data(&self) -> std::path::PathBuf {
        self.folder.path().join("data")
    }

    fn address(&self) -> &Path {
        self.host.address.as_ref()
    }
}

/// A few positions of a layer.
fn positions(data: &Path, layer: &str) -> Vec<String> {
    let file = data.join("positions.csv");
    shuban(data, &["export", layer, "--to", file.to_str().unwrap(), "--quiet"]).with_code(0);
    let table = fs::read_to_string(file).unwrap();
    let rows: Vec<&str> = table.lines().skip(1).collect();
    let step = rows.len() / 4 + 1;
    let position = |row: &str| {
        // Rows have part, rank and position; a text with commas is quoted.
        let rest = row.splitn(3, ',').nth(2).unwrap();
        match rest.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next().unwrap().to_owned(),
            None => rest.split(',').next().unwrap().to_owned(),
        }
    };
    rows.into_iter().step_by(step).map(position).collect()
}

#[test]
fn answers_are_those_of_the_files_that_were_published() {
    let published = Published::new();
    let data = published.data();
    for layer in LAYERS {
        for position in positions(&data, layer) {
            let arguments = ["probe", layer, &position, "--json"];
            let near = shuban(&data, &arguments).with_code(0).json();
            let far = shuban(published.address(), &arguments).with_code(0).json();
            assert_eq!(near, far, "{layer} {position}");
        }
        let near = shuban(&data, &["info", layer, "--json"]).with_code(0).json();
        let far = shuban(published.address(), &["info", layer, "--json"]).with_code(0).json();
        for (member, value) in near.as_object().unwrap() {
            if member != "file" && member != "path" {
                assert_eq!(value, &far[member], "{layer} {member}");
            }
        }
    }
    let listed = |data: &Path| -> Json {
        let listed = shuban(data, &["list", "half-gammon", "--json"]).with_code(0).json();
        let family = list(&listed["families"])
            .iter()
            .find(|family| family["family"] == "half-gammon/contact");
        family.unwrap()["layers"].as_array().unwrap()[..3].to_vec().into()
    };
    assert_eq!(listed(&data), listed(published.address()));
    let verified = ["verify", "half-gammon/contact-2-1", "--sample", "500", "--json"];
    assert_eq!(shuban(published.address(), &verified).with_code(0).json()["passed"], true);
    let checked = ["publish", "--check", &published.host.address, "--json"];
    let checked = shuban(&data, &checked).with_code(0).json();
    assert_eq!(checked["passed"], true, "{checked}");
}

#[test]
fn what_is_published_is_listed_with_its_terms() {
    let published = Published::new();
    let ask = |more: &[&str]| {
        let line = ["list", "--from", &published.host.address];
        shuban(&published.data(), &[&line[..], more].concat()).with_code(0)
    };
    let all = ask(&["--json"]).json();
    let names = |listed: &Json| -> Vec<String> {
        let names = list(&listed["layers"]).iter().map(|layer| layer["domain"].as_str().unwrap());
        names.map(str::to_owned).collect()
    };
    assert!(LAYERS.iter().all(|layer| names(&all).iter().any(|name| name == layer)), "{all}");
    let of_one = ask(&["contact-2-1", "--json"]).json();
    assert_eq!(names(&of_one), ["half-gammon/contact-2-1"]);
    assert_eq!(of_one["layers"][0]["positions"], 2_054);
    assert_eq!(of_one["layers"][0]["needs"], serde_json::json!(["half-gammon/contact-1-1"]));
    let text = ask(&["contact-2-1"]).out;
    for said in
        [all["licence"].as_str().unwrap(), all["citation"].as_str().unwrap(), "2,054", " KiB"]
    {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!text.contains("contact-1-1"), "{text}");
}

#[test]
fn a_layer_is_fetched_and_is_the_same_file() {
    let published = Published::new();
    let here = published.folder.path().join("here");
    let fetch = ["fetch", "half-gammon/contact-2-1", "--from", &published.host.address, "--json"];
    let fetched = shuban(&here, &fetch).with_code(0).json();
    assert_eq!(list(&fetched["fetched"]).last().unwrap(), "half-gammon/contact-2-1");
    for layer in list(&fetched["fetched"]) {
        let file = format!("{}.shuban", layer.as_str().unwrap());
        assert!(
            fs::read(here.join(&file)).unwrap() == fs::read(published.data().join(&file)).unwrap()
        );
    }
    shuban(&here, &["verify", "half-gammon/contact-2-1", "--all"]).with_code(0);
    let again = shuban(&here, &fetch).with_code(0).json();
    assert_eq!(list(&again["fetched"]).len(), 0);
}

#[test]
fn what_cannot_be_done_with_an_address_is_said() {
    let published = Published::new();
    let (address, data) = (published.address(), published.data());
    let said = |data: &Path, line: &str, code: i32| {
        let arguments: Vec<&str> = line.split(' ').collect();
        shuban(data, &arguments).with_code(code).err
    };
    let built = said(address, "build half-gammon/contact-2-2", 3);
    assert!(built.contains("what is published is only read"), "{built}");
    let missing = said(address, "probe half-gammon/contact-2-2 11,12|11,12", 3);
    assert!(missing.contains("half-gammon/contact-2-2 is not built"), "{missing}");
    let none = format!("fetch half-gammon/contact-2-2 --from {}", published.host.address);
    assert!(said(&data, &none, 2).contains("is not in http://127.0.0.1"));
    let secret = said("https://me:secret@host.example/x".as_ref(), "list amazons", 2);
    assert!(!secret.contains("secret") && secret.contains("a password"), "{secret}");
    assert!(
        said("ftp://host.example/x".as_ref(), "list amazons", 2).contains("https, http and file")
    );
    assert!(said(&data, "publish half-gammon/contact-2-2 --to x", 3).contains("not built"));
    assert!(said(&data, "publish amazons/4 --to x --piece 1K", 2).contains("4 kB to 1 GB"));
    let into = format!("fetch half-gammon/contact-2-1 --from {}", published.host.address);
    assert!(said(address, &into, 2).contains("name a folder with --data"));
    let referee = "verify --independent half-gammon/contact-2-1";
    assert!(said(address, referee, 2).contains("fetch them first"));
    #[cfg(feature = "serve")]
    assert!(said(address, "serve --build-default", 2).contains("needs a folder"));
    assert!(said(address, "publish amazons/4 --to x", 2).contains("fetch it first"));
    let to = format!("publish amazons/4 --to {}", published.host.address);
    assert!(said(&data, &to, 2).contains("a web server is only read"));
    // A wrong bit is named with the file and the block.
    published.host.fail(|_, path| path.starts_with("pieces").then_some(Fault::Flipped));
    let position = positions(&data, "half-gammon/contact-2-1").swap_remove(1);
    let arguments = ["probe", "half-gammon/contact-2-1", &position, "--cache-size", "1K"];
    let damaged = shuban(address, &arguments).with_code(3).err;
    assert!(damaged.contains("damaged") && damaged.contains(&published.host.address), "{damaged}");
    published.host.fail(|_, _| Some(Fault::Page));
    assert!(said(address, "list amazons", 3).contains("a page, not a catalogue"));
}

/// A web server that others wrote, with nothing but the folder; it ends with the test.
struct Nginx(Child, String);

impl Nginx {
    /// Starts it, where there is one.
    fn new(folder: &Path) -> Option<Self> {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let (to, root) = (folder.join("nginx"), folder.join("published"));
        fs::create_dir(&to).unwrap();
        let (to, root) = (to.display(), root.display());
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
        let temporary = temporary.map(|name| format!("{name}_temp_path {to}/{name};")).concat();
        // Not as a service, and what it would write into folders of the system goes here.
        let setting = format!(
            "daemon off; pid {to}/pid; error_log {to}/errors; events {{}} http {{ {temporary} \
             access_log off; server {{ listen 127.0.0.1:{port}; root {root}; }} }}"
        );
        let file = folder.join("nginx/setting");
        fs::write(&file, setting).unwrap();
        let started = Command::new("nginx").arg("-c").arg(file).stderr(Stdio::null()).spawn();
        let mut nginx = Nginx(started.ok()?, format!("http://127.0.0.1:{port}"));
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(nginx.0.try_wait().unwrap().is_none(), "nginx does not start");
            thread::sleep(Duration::from_millis(20));
        }
        Some(nginx)
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // Its workers end when it does, if it is asked.
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

#[test]
fn a_server_that_others_wrote_is_enough() {
    let published = Published::new();
    // As the user that the tests are, workers of nginx must get at the folder.
    let open = PermissionsExt::from_mode(0o755);
    fs::set_permissions(published.folder.path(), open).unwrap();
    let Some(nginx) = Nginx::new(published.folder.path()) else {
        eprintln!("NOT TESTED: published databases behind nginx, for there is no `nginx`");
        return;
    };
    let (data, layer) = (published.data(), LAYERS[0]);
    for position in positions(&data, layer) {
        let arguments = ["probe", layer, &position, "--json"];
        let near = shuban(&data, &arguments).with_code(0).json();
        assert_eq!(shuban(nginx.1.as_ref(), &arguments).with_code(0).json(), near);
    }
    let checked = shuban(&data, &["publish", "--check", &nginx.1, "--json"]).with_code(0).json();
    assert_eq!(checked["passed"], true);
}

#[test]
fn pages_stand_beside_the_data() {
    let folder = tempfile::tempdir().unwrap();
    let (data, to) = (folder.path().join("data"), folder.path().join("published"));
    for layer in ["half-gammon/contact-1-1", "tanhinmin/3p-4", "trax/2"] {
        shuban(&data, &["build", layer, "--quiet"]).with_code(0);
    }
    let path = to.to_str().unwrap();
    let publish = |layers: &[&str]| {
        let arguments = [&["publish"], layers, &["--to", path, "--site", "--json"]].concat();
        shuban(&data, &arguments)
    };
    // Of what no page looks up alone nothing is published; beside others it is.
    publish(&["trax/2"]).with_code(2);
    assert!(!to.exists());
    let published = publish(&["trax/2", "half-gammon/contact-1-1"]);
    assert!(published.err.contains("no page looks up trax/2"), "{}", published.err);
    let written = published.with_code(0).json()["pages_written"].as_u64().unwrap();
    assert!(written > 10, "{written}");
    let modules = |folder: &Path| -> Json {
        serde_json::from_slice(&fs::read(folder.join("site/modules.json")).unwrap()).unwrap()
    };
    let files = |modules: &Json| -> Vec<String> {
        let all = modules.as_array().unwrap().iter();
        all.map(|module| module["file"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(files(&modules(&to)), ["gammon.wasm"]);
    let module = fs::read(to.join("site/gammon.wasm")).unwrap();
    assert_eq!(&module[..4], b"\0asm");
    // Again: nothing is written. With another family: its module, and the list of them.
    let again = publish(&["half-gammon/contact-1-1"]).with_code(0).json();
    assert_eq!(again["pages_written"], 0);
    shuban(&data, &["build", "daihinmin-open/2p-3", "--quiet"]).with_code(0);
    let more = publish(&["daihinmin-open/2p-3", "tanhinmin/3p-4"]).with_code(0).json();
    assert_eq!(more["pages_written"], 2);
    assert_eq!(files(&modules(&to)), ["gammon.wasm", "tanhinmin.wasm"]);
    // The page of somebody else stays.
    let index = to.join("index.html");
    let own = fs::read_to_string(&index).unwrap();
    fs::write(&index, "<title>Mine</title>").unwrap();
    let refused = publish(&["half-gammon/contact-1-1"]).with_code(2);
    assert!(refused.err.contains("is another page"), "{}", refused.err);
    fs::write(&index, own).unwrap();
    // They are read back with the data, if that is asked for.
    let address = format!("file://{path}");
    let check = |options: &[&str]| {
        shuban(&data, &[&["publish", "--check", &address, "--json"], options].concat())
    };
    assert!(check(&["--site"]).with_code(0).json()["pages"].as_u64().unwrap() > 10);
    let script = to.join("site/equation.js");
    let own = fs::read(&script).unwrap();
    for other in [&own[1..], &[&own[..], b" "].concat(), b""] {
        fs::write(&script, other).unwrap();
        let refused = check(&["--site"]).with_code(3);
        assert!(refused.err.contains("site/equation.js: not the file"), "{}", refused.err);
    }
    assert_eq!(check(&[]).with_code(0).json().get("pages"), None);
    // A page names its files, and each is there.
    let index = fs::read_to_string(to.join("index.html")).unwrap();
    for name in
        index.split('"').filter(|text| text.starts_with("site/") || text.starts_with("./site/"))
    {
        assert!(to.join(name).is_file(), "{name}");
    }
}
