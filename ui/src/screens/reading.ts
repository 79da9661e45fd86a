import { rows } from "./row.ts";

/** News, messages, and links to other sites. */
export const readingScreens = rows({
  notices: {
    path: "/pages/notice/index",
    who: "customer",
    tab: "profile",
    title: "inbox:title",
    place: "list",
  },
  notice: {
    path: "/pages/notice/detail",
    query: "notice",
    who: "customer",
    tab: "profile",
    title: "inbox:detail.title",
    place: "main",
    beside: { list: "/pages/notice/index" },
  },
  news: {
    path: "/pages/news/index",
    query: "news",
    who: "anyone",
    tab: "home",
    title: "news:title",
    place: "list",
  },
  article: {
    path: "/pages/news/detail",
    query: "article",
    who: "anyone",
    tab: "home",
    title: "news:detail.title",
    place: "main",
    beside: { list: "/pages/news/index" },
  },
  webview: {
    path: "/pages/webview/index",
    query: "webview",
    who: "anyone",
    tab: "home",
    title: "news:webview.title",
  },
});
