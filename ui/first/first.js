// The page's first script, which the build puts into the page. It runs before anything is painted and before the app,
// and in browsers that cannot run the app at all: so it stays in the language of old browsers, and imports nothing.
(function () {
  var root = document.documentElement;
  /** The first texts of each language, as the build names their files. */
  var TEXTS = {};
  /** The app's entry, as the build names it. */
  var APP = "";
  /** The app waits this long at most for the frame to be whole. */
  var WHOLE_WITHIN_MS = 400;
  /** An answer that is older is read again. */
  var FRESH_MS = 10000;

  function kept(name) {
    try {
      return localStorage.getItem(name);
    } catch (_error) {
      // A browser that keeps nothing has nothing stored.
      return null;
    }
  }

  // The theme, so that a dark screen never begins with a light one. `src/ui/theme.ts` goes on from here.
  var theme = kept("theme");
  var wantsDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  var dark = theme === "dark" || (theme !== "light" && wantsDark);
  root.setAttribute("data-theme", dark ? "dark" : "light");

  // The language that the frame speaks, by the rules of `src/i18n/languages.ts`.
  function languageOf(tag) {
    if (/^zh-(hant|tw|hk|mo)\b/i.test(tag)) return "zh-Hant";
    if (/^zh\b/i.test(tag)) return "zh-Hans";
    return /^en\b/i.test(tag) ? "en" : null;
  }
  var chosen = kept("language");
  var language = /^(en|zh-Hans|zh-Hant)$/.test(chosen || "") ? chosen : null;
  var tags = navigator.languages || [];
  for (var i = 0; i < tags.length && !language; i += 1) language = languageOf(tags[i]);
  language = language || "en";
  root.setAttribute("lang", language);

  // The screen that the address names, for the frame to have its shape.
  var path = location.hash.slice(1).split("?")[0].replace(/\/+$/, "");
  var tab =
    path === ""
      ? ["", "home"]
      : /^\/pages\/(home|market|watchlist|trade|profile)\/index$/.exec(path);
  root.setAttribute("data-screen", !tab ? "other" : tab[1] === "home" ? "home" : "tab");
  if (tab) root.setAttribute("data-tab", tab[1]);

  // A native window keeps its session to itself and has ways of its own to the server.
  var isWindow = "__TAURI_INTERNALS__" in window;
  var token = isWindow ? null : kept("token");
  root.setAttribute("data-who", token || isWindow ? "customer" : "visitor");

  if (TEXTS[language]) {
    var texts = document.createElement("link");
    texts.rel = "modulepreload";
    texts.href = TEXTS[language];
    document.head.appendChild(texts);
  }

  // What the home page reads first is asked for while the app's code is on its way. Each answer is for who asked, once:
  // the app takes it by its own request (`src/platform/firstReplies.ts`), and gets none but with the same token.
  var authorization = token ? "Bearer " + token : null;
  var asked = {};
  function ask(method, address) {
    var headers = { "Accept-Language": language };
    if (authorization) headers.Authorization = authorization;
    var answer = fetch(address, { method: method, headers: headers });
    asked[method + " " + address] = { answer: answer, at: Date.now() };
    // Who takes it hears that it failed.
    answer.catch(function () {});
    return answer;
  }
  window.takeFirstReply = function (method, address, speaks, shows) {
    var key = method + " " + address;
    var one = asked[key];
    if (!one || speaks !== language || shows !== authorization) return undefined;
    delete asked[key];
    return Date.now() - one.at < FRESH_MS ? one.answer : undefined;
  };
  // The app's code is on its way already, but runs once the frame is whole and painted: to run it keeps a phone busy for
  // a second, in which nothing is painted.
  var begun = false;
  function begin() {
    if (begun || !APP) return;
    begun = true;
    var entry = document.createElement("script");
    entry.type = "module";
    entry.crossOrigin = "";
    entry.src = APP;
    document.head.appendChild(entry);
  }
  function beginOnce(isWhole) {
    if (document.readyState === "loading") {
      document.addEventListener("DOMContentLoaded", function () {
        beginOnce(isWhole);
      });
    } else if (isWhole) {
      window.requestAnimationFrame(function () {
        setTimeout(begin, 0);
      });
    } else begin();
  }
  setTimeout(beginOnce, WHOLE_WITHIN_MS);

  // Whether the money is real, which the frame says as the app does. The server says it with the page; where the browser
  // does not tell that yet, its first answer does.
  function show(mode) {
    if (mode === "paper" || mode === "live") root.setAttribute("data-mode", mode);
    return root.hasAttribute("data-mode");
  }
  function modeOfPage() {
    var page = performance.getEntriesByType("navigation")[0];
    var said = (page && page.serverTiming) || [];
    for (var i = 0; i < said.length; i += 1) {
      if (said[i].name === "mode") return said[i].description;
    }
    return null;
  }

  if (isWindow || !window.fetch || show(modeOfPage())) beginOnce(true);
  if (!isWindow && window.fetch) {
    ask("GET", "/appVersion/getPublishAppVersion")
      .then(function (answer) {
        return answer.clone().json();
      })
      .then(function (reply) {
        if (reply.data) show(reply.data.mode);
      })
      .catch(function () {})
      .then(function () {
        beginOnce(true);
      });
    if (tab && tab[1] === "home") {
      // A visitor's workspace shows a quote in the place of lists.
      var isWide = window.matchMedia("(min-width: 1280px)").matches;
      if (authorization || !isWide) {
        ask("GET", "/market/list?market=Index&pageSize=50");
        ask("GET", "/m_ft/home_custom_list");
      } else ask("GET", "/market/list?market=UsStock&pageSize=8");
      if (authorization) ask("POST", "/userCenter/getFundingOverview");
    }
  }

  // What stands in the page for an app that does not start. The app's first drawing removes it.
  function showUnstarted() {
    var page = document.getElementById("unstarted");
    if (!page) return;
    page.hidden = false;
    document.getElementById("frame").hidden = true;
  }
  function onError(event) {
    var isScript = event.target && event.target.tagName === "SCRIPT";
    if (isScript || event.target === window) showUnstarted();
  }
  window.addEventListener("error", onError, true);
  window.addEventListener("unhandledrejection", showUnstarted);
})();
