// The page's first script. It runs before anything is painted and before the app, and in browsers that cannot run the
// app at all: so it stays in the language of old browsers, and imports nothing.
(function () {
  var root = document.documentElement;

  // The theme, so that a dark screen never begins with a light one. `src/ui/theme.ts` goes on from here.
  var chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch (_error) {
    // A browser that keeps nothing has no choice stored.
  }
  var wantsDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  var dark = chosen === "dark" || (chosen !== "light" && wantsDark);
  root.setAttribute("data-theme", dark ? "dark" : "light");

  // What stands in the page for an app that does not start. The app's first drawing removes it.
  function show() {
    var page = document.getElementById("unstarted");
    if (page) page.hidden = false;
  }
  function onError(event) {
    var isScript = event.target && event.target.tagName === "SCRIPT";
    if (isScript || event.target === window) show();
  }
  window.addEventListener("error", onError, true);
  window.addEventListener("unhandledrejection", show);
})();
