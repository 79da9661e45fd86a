// The page's first script, which the build inlines. It runs before anything is painted and before the app, also in
// browsers too old to run the app: so it uses old syntax, and imports nothing.
(function () {
  var root = document.documentElement;
  /** The file of each language's first texts, filled in by the build. */
  var TEXTS = {};
  /** The app's entry, filled in by the build. */
  var APP = "";
  /** The longest wait of the app for the frame to be complete. */
  var WHOLE_WITHIN_MS = 400;
  /** The age above which an answer is fetched again. */
  var FRESH_MS = 10000;

  function kept(name) {
    try {
      return localStorage.getItem(name);
    } catch (_error) {
      // Without storage nothing is stored.
      return null;
    }
  }

  // Sets the theme, so that a dark screen never begins light. `src/ui/theme.ts` continues from here.
  var theme = kept("theme");
  var wantsDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  var dark = theme === "dark" || (theme !== "light" && wantsDark);
  root.setAttribute("data-theme", dark ? "dark" : "light");

  // The language of the frame, by the rules of `src/i18n/languages.ts`.
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

  // The screen of the address, which determines the frame's shape.
  var path = location.hash.slice(1).split("?")[0].replace(/\/+$/, "");
  var tab =
    path === ""
      ? ["", "home"]
      : /^\/pages\/(home|market|watchlist|trade|profile)\/index$/.exec(path);
  root.setAttribute("data-screen", !tab ? "other" : tab[1] === "home" ? "home" : "tab");
  if (tab) root.setAttribute("data-tab", tab[1]);

  // A native window keeps its session and its connection to the server in the shell.
  var isWindow = "__TAURI_INTERNALS__" in window;
  var token = isWindow ? null : kept("token");
  root.setAttribute("data-who", token || isWindow ? "customer" : "visitor");

  if (TEXTS[language]) {
    var texts = document.createElement("link");
    texts.rel = "modulepreload";
    texts.href = TEXTS[language];
    document.head.appendChild(texts);
  }

  // Requests the first data of the home page while the app's code loads. The app takes each answer once, by an
  // identical request (`src/platform/firstReplies.ts`) with the same token.
  var authorization = token ? "Bearer " + token : null;
  var asked = {};
  function ask(method, address) {
    var headers = { "Accept-Language": language };
    if (authorization) headers.Authorization = authorization;
    var answer = fetch(address, { method: method, headers: headers });
    asked[method + " " + address] = { answer: answer, at: Date.now() };
    // The taker of the answer handles its failure.
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
  // The app's code is preloaded, but runs once the frame is complete and painted: running it keeps a phone busy for a
  // second, in which nothing is painted.
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

  // The mode of the money, which the frame shows as the app does. The server sends it with the page; if the browser
  // does not expose it yet, the first answer has it.
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
      // A visitor's workspace shows a quote in place of lists.
      var isWide = window.matchMedia("(min-width: 1280px)").matches;
      if (authorization || !isWide) {
        ask("GET", "/market/list?market=Index&pageSize=50");
        ask("GET", "/m_ft/home_custom_list");
      } else ask("GET", "/market/list?market=UsStock&pageSize=8");
      if (authorization) ask("POST", "/userCenter/getFundingOverview");
    }
  }

  // Shows the page's message for an app that does not start. The app's first drawing removes it.
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
