//! A web server of files alone, with the faults that such servers and the way to them have.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A fault of an answer.
#[allow(dead_code, reason = "not every test that uses this file has all faults")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The whole file is sent, whatever part was asked for.
    IgnoresRange,
    /// The body ends too early, and so does the connection.
    Cut,
    /// A page says that it is under construction.
    Page,
    /// Another status.
    Status(u16),
    /// The file is elsewhere.
    Elsewhere(String),
    /// It says that it is compressed.
    Compressed,
    /// Another part is sent than was asked for, under the name of the one that was.
    OtherPart,
    /// Another part is sent, and named as it is.
    NamedOtherPart,
    /// The bytes are those of another file beside it, an older one or a neighbour, under the name of the one asked for.
    OtherFile,
    /// The answer comes late, and in two halves.
    Late,
    /// A bit of the body is wrong.
    Flipped,
    /// The file is longer than it was.
    Grown,
    /// The connection ends without an answer.
    Silent,
}

/// Time before a late answer, and before its second half.
const LATE: Duration = Duration::from_millis(20);

/// Returns the fault of a request, by its number and the path, if it has one.
pub(crate) type Plan = Box<dyn Fn(u64, &str) -> Option<Fault> + Send + Sync>;

/// A running server. It ends with the process.
pub(crate) struct StaticHost {
    /// `http://127.0.0.1:…`
    pub(crate) address: String,
    asked: Arc<AtomicU64>,
    plan: Arc<Mutex<Plan>>,
}

impl StaticHost {
    /// Begins to serve a folder.
    pub(crate) fn new(folder: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(AtomicU64::new(0));
        let plan: Arc<Mutex<Plan>> = Arc::new(Mutex::new(Box::new(|_, _| None)));
        let host = StaticHost { address, asked: Arc::clone(&asked), plan: Arc::clone(&plan) };
        let folder = folder.to_owned();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (folder, asked, plan) = (folder.clone(), asked.clone(), plan.clone());
                // A client that goes ends its thread.
                thread::spawn(move || serve(&stream, &folder, &asked, &plan));
            }
        });
        host
    }

    /// Has these faults from now on.
    #[allow(dead_code, reason = "not every test that uses this file has faults")]
    pub(crate) fn fail(&self, plan: impl Fn(u64, &str) -> Option<Fault> + Send + Sync + 'static) {
        *self.plan.lock().unwrap() = Box::new(plan);
    }

    /// Returns the number of requests so far.
    #[allow(dead_code, reason = "not every test that uses this file counts them")]
    pub(crate) fn requests(&self) -> u64 {
        self.asked.load(Ordering::SeqCst)
    }
}

/// Answers the requests of a connection.
fn serve(stream: &TcpStream, folder: &Path, asked: &AtomicU64, plan: &Mutex<Plan>) -> Option<()> {
    stream.set_nodelay(true).ok()?;
    let mut reader = BufReader::new(stream);
    loop {
        let (mut line, mut range) = (String::new(), None);
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let path = line.split(' ').nth(1)?.trim_start_matches('/').to_owned();
        loop {
            let mut header = String::new();
            reader.read_line(&mut header).ok()?;
            if header.trim().is_empty() {
                break;
            }
            let (name, value) = header.split_once(':')?;
            if name.eq_ignore_ascii_case("range") {
                let (start, end) = value.trim().strip_prefix("bytes=")?.split_once('-')?;
                range = Some((start.parse().ok()?, end.parse::<u64>().ok()? + 1));
            }
        }
        let number = asked.fetch_add(1, Ordering::SeqCst);
        let fault = plan.lock().unwrap()(number, &path);
        let is_silent = fault == Some(Fault::Silent);
        if is_silent || !answer(stream, &folder.join(&path), range, fault.as_ref())? {
            return None;
        }
    }
}

/// Answers a request; returns true if the connection goes on.
fn answer(
    mut stream: &TcpStream,
    path: &Path,
    range: Option<(u64, u64)>,
    fault: Option<&Fault>,
) -> Option<bool> {
    let mut more = String::new();
    let (status, mut bytes) = match fault {
        Some(Fault::Page) => (200, b"<!DOCTYPE html><p>Under construction".to_vec()),
        Some(Fault::Status(status)) => (*status, Vec::new()),
        Some(Fault::Elsewhere(to)) => {
            more = format!("Location: {to}\r\n");
            (302, Vec::new())
        }
        _ => match (File::open(path), range) {
            (Err(_), _) => (404, Vec::new()),
            (Ok(file), Some((start, end))) if fault != Some(&Fault::IgnoresRange) => {
                let other = matches!(fault, Some(Fault::OtherPart | Fault::NamedOtherPart));
                let from = start.saturating_sub(u64::from(other));
                let named = if fault == Some(&Fault::NamedOtherPart) { from } else { start };
                let len = file.metadata().ok()?.len() + u64::from(fault == Some(&Fault::Grown));
                let last = named + (end - start) - 1;
                more = format!("Content-Range: bytes {named}-{last}/{len}\r\n");
                let mut bytes = vec![0; (end - start) as usize];
                match fault {
                    // Bytes beyond its end stay zero.
                    Some(Fault::OtherFile) => {
                        File::open(neighbour(path)?).ok()?.read_at(&mut bytes, from).ok()?;
                    }
                    _ => file.read_exact_at(&mut bytes, from).ok()?,
                }
                (206, bytes)
            }
            (Ok(mut file), _) => {
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes).ok()?;
                (200, bytes)
            }
        },
    };
    match fault {
        Some(Fault::Compressed) => more += "Content-Encoding: gzip\r\n",
        Some(Fault::Flipped) => {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 4;
        }
        _ => (),
    }
    let head = format!("HTTP/1.1 {status} -\r\nContent-Length: {}\r\n{more}\r\n", bytes.len());
    let is_cut = fault == Some(&Fault::Cut);
    let (first, second) = bytes.split_at(bytes.len() / 2);
    if fault == Some(&Fault::Late) {
        thread::sleep(LATE);
    }
    stream.write_all(&[head.as_bytes(), first].concat()).ok()?;
    if fault == Some(&Fault::Late) {
        thread::sleep(LATE);
    }
    if !is_cut {
        stream.write_all(second).ok()?;
    }
    Some(!is_cut)
}

/// Returns another file of the same folder.
fn neighbour(file: &Path) -> Option<PathBuf> {
    let mut all = fs::read_dir(file.parent()?).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    all.find(|other| other != file)
}
