//! The modules of pages are those of the layers that they look up.

use std::collections::BTreeSet;

use shuban_site::Site;

#[test]
fn each_module_is_named_by_the_layers_that_it_knows() {
    let (mut amazons, mut gammon, mut tanhinmin) =
        (Site::default(), Site::default(), Site::default());
    shuban_amazons::register(&mut amazons);
    shuban_gammon::register_tables(&mut gammon);
    shuban_tanhinmin::register(&mut tanhinmin);
    for (module, site) in shuban::PAGES.iter().zip([amazons, gammon, tanhinmin]) {
        let known: BTreeSet<&str> =
            site.layers().filter_map(|layer| layer.split('/').next()).collect();
        let stated: BTreeSet<&str> = module.prefixes.iter().copied().collect();
        assert_eq!(stated, known, "{}", module.file);
    }
}
