//! The files of the page, which are part of the program.

/// The kind and the content of a file. Returns `None` if there is no such file.
pub(super) fn file(path: &str) -> Option<(&'static str, &'static str)> {
    const SCRIPT: &str = "text/javascript; charset=utf-8";
    Some(match path {
        "" => ("text/html; charset=utf-8", include_str!("page/index.html")),
        "style.css" => ("text/css; charset=utf-8", include_str!("page/style.css")),
        "main.js" => (SCRIPT, include_str!("page/main.js")),
        "board.js" => (SCRIPT, include_str!("page/board.js")),
        "server.js" => (SCRIPT, include_str!("page/server.js")),
        "tree.js" => (SCRIPT, include_str!("page/tree.js")),
        "icon.svg" => ("image/svg+xml", include_str!("page/icon.svg")),
        _ => return None,
    })
}
