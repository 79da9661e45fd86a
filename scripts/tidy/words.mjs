// The words that sentences do not use, by language; docs/words.md has the reasons.

/** Each with the word to use instead. */
const FORBIDDEN = {
  en: [
    [
      /\w*(cancell(ed|ing)|colour|centre|favour|behaviour|licence|cheque|grey|(real|author|organ|recogn|custom|minim|maxim|summar|initial|final)is(e|ing|ation))\w*/i,
      "the American spelling",
    ],
    [/’/, "'"],
    [/\bemails?\b/i, "e-mail"],
    [/\bsign(ed)? in\b|\blog(ged)? on\b/i, "log in"],
    [/\bamend(s|ed|ing|ment)?\b/i, "modify"],
    [/\bfind(ing)? out\b/i, "check status"],
    [/\bno answer\b/i, "no response"],
    [/\bin suspense\b|^suspense$/i, "on hold"],
    [/\bautopilot\b/i, "automatic"],
    [/\bthe house\b/i, "we"],
    [/(?<!first )\bnotices?\b/i, "notification or message"],
    [/\bovernight financing\b/i, "overnight fee"],
    [/\brules of trading\b/i, "trading rules"],
    [/\bstatement of account\b/i, "account statement"],
    [/\bfollow (investment|futures)\b/i, "copy trading or copy futures"],
    [/\bthere is no such\b/i, "… not found"],
  ],
  "zh-Hans": [
    [/订单|报单/, "委托"],
    [/身份验证/, "实名认证"],
    [/数字货币|虚拟资产/, "加密货币"],
    [/暂挂|暂记/, "待入账"],
    [/隔夜费用/, "隔夜利息"],
    [/了结/, "平仓"],
    [/查明/, "查询结果"],
    [/做多持仓|做空持仓|多头|空头/, "多仓 or 空仓"],
    [/收市/, "收盘"],
    [/零股/, "碎股"],
    [/申购/, "认购"],
    [/答复/, "回复"],
    [/电邮/, "邮箱 or 邮件"],
    [/帐/, "账"],
  ],
  "zh-Hant": [
    [/委託|報單|指示/, "訂單"],
    [/市價單|限價單|止蝕單/, "市價盤, 限價盤 or 止蝕盤"],
    [/止損/, "止蝕"],
    [/止盈/, "止賺"],
    [/下單/, "落單"],
    // Of a fill and its fee it says that the order waited in the book.
    [/掛單(?!手續費|（|$)/, "輪候"],
    [/行情/, "報價 or 市場"],
    [/盤口|買賣盤/, "擺盤"],
    [/劃轉|劃出|劃入/, "轉撥, 轉出 or 轉入"],
    [/(?<!輸)入金/, "存款 or 存入資金"],
    [/強平/, "強制平倉"],
    [/了結/, "平倉"],
    [/昨結算/, "前結算價"],
    [/做多|做空|多頭|空頭|[平開][多空]/, "長倉 or 短倉"],
    [/品種/, "產品"],
    [/數字貨幣|加密貨幣|幣種/, "虛擬資產 or 貨幣"],
    [/暫掛|暫記/, "待入賬"],
    [/隔夜費用/, "隔夜利息"],
    [/大宗/, "大手"],
    [/零股/, "碎股"],
    [/申購/, "認購"],
    [/收盤|開盤/, "收市 or 開市"],
    [/漲/, "升"],
    [/查明/, "查詢結果"],
    [/導出/, "下載"],
    [/郵件|郵箱/, "電郵"],
    [/閣下/, "您"],
    [/戶口/, "賬戶"],
    [/答覆/, "回覆"],
    [/無需|毋須/, "無須"],
    [/實時/, "即時"],
    [/當前/, "目前"],
    [/默認/, "預設"],
    [
      /帳|裡|兑|網路|軟體|滑鼠|使用者|位址|信息|登錄|打印|屏幕|搜索|視頻|設置|鏈接|質量/,
      "Hong Kong's word",
    ],
  ],
};

/** A line of `ui/texts` or `server/words.toml`: the language and its sentence. */
const SENTENCE = /^\s*"?(en|zh-Hans|zh-Hant)"?\s*[:=]\s*"(.*)"/;

export function forbiddenWords(text) {
  return text.split("\n").flatMap((source, index) => {
    const [, language, sentence] = SENTENCE.exec(source) ?? [];
    if (!language) return [];
    return FORBIDDEN[language].flatMap(([word, instead]) => {
      const found = word.exec(sentence);
      if (!found) return [];
      const message = `${language} says “${found[0]}”: write ${instead} (docs/words.md)`;
      return [{ line: index + 1, message }];
    });
  });
}
