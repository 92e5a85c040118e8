internal import ExactText

/// What the HTML report looks like: light and dark, wide and narrow, on paper.
enum PageStyle {
  static let text =
    TimelinePicture.colours + """

      *{box-sizing:border-box}
      body{margin:0 auto;max-width:1180px;padding:12px 16px 60px;background:var(--paper);color:var(--ink);\
      font:15px/1.45 system-ui,sans-serif}
      h1{font-size:24px;margin:8px 0;padding:10px 14px;border-left:6px solid currentColor}
      h2{font-size:19px;margin:32px 0 8px}
      h3{font-size:15px;margin:0;display:inline}
      code,pre,kbd{font:12.5px/1.5 ui-monospace,monospace}
      a{color:var(--accent)}
      .pass{color:var(--good)}.fail,.error,.problem{color:var(--bad)}
      .warning,.later-than-set,.known,.inconclusive,.not-offered{color:var(--warn)}.advisory,.not-applicable,.faint{color:var(--faint)}
      .hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
      .shapes{position:absolute}
      .counts{display:grid;gap:2px 18px;margin:12px 0}
      .counts div{display:flex;gap:10px}.counts dt{min-width:120px;color:var(--faint)}.counts dd{margin:0;overflow-wrap:anywhere}
      .causes>li{margin:0 0 18px}.causes p{margin:2px 0}.causes ul{margin:2px 0;padding-left:20px}
      .causes li{overflow-wrap:anywhere}
      .command{display:flex;gap:8px;align-items:start;margin:6px 0}
      .command code{flex:1;min-width:0;overflow-wrap:anywhere;padding:6px 8px;border:1px solid var(--line);border-radius:4px;user-select:all}
      button,select,input{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--faint);border-radius:4px;padding:4px 8px}
      button{cursor:pointer}
      :focus-visible{outline:3px solid var(--accent);outline-offset:1px}
      .scroll{overflow-x:auto;max-width:100%;position:relative}
      table{border-collapse:collapse;width:100%;font-size:14px}
      th,td{text-align:left;vertical-align:top;padding:4px 8px;border-bottom:1px solid var(--line)}
      th{white-space:nowrap}td.state{text-align:center;font-weight:700}
      summary{cursor:pointer;padding:3px 0}
      .area{border-top:1px solid var(--line)}
      .case{border-top:1px solid var(--line);content-visibility:auto;contain-intrinsic-size:auto 32px;scroll-margin-top:96px}
      .case>summary{display:flex;gap:10px;align-items:baseline}
      .case>summary::before{content:"▸";color:var(--faint)}.case[open]>summary::before{content:"▾"}
      .case .name{overflow-wrap:anywhere;min-width:0}
      .verdict{font-weight:700;min-width:7.2em;flex:none}
      .body{padding:2px 0 14px 18px}
      .body pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:6px 0}
      .picture{border:1px solid var(--line);border-radius:4px;padding:6px 0;margin:8px 0}
      .picture svg{display:block}
      .filter{display:none;gap:8px 16px;flex-wrap:wrap;align-items:center;position:sticky;top:0;z-index:1;\
      background:var(--paper);padding:8px 0;border-bottom:1px solid var(--line)}
      .script .filter{display:flex}.filter p{margin:0;flex-basis:100%;font-size:13px}
      .filter input{width:20em;max-width:60vw}
      [hidden]{display:none!important}
      @media(max-width:640px){body{padding:8px 10px 40px;font-size:14px}h1{font-size:19px}.counts div{display:block}\
      .verdict{min-width:5.4em}.body{padding-left:4px}.filter{position:static}\
      .area th:nth-child(3),.area td:nth-child(3),.area th:nth-child(4),.area td:nth-child(4){display:none}}
      @media print{:root{--ink:#000;--faint:#444;--paper:#fff;--line:#999;--good:#053;--bad:#900;--warn:#640;--accent:#000}\
      .filter,.command button{display:none!important}body{max-width:none}.case{content-visibility:visible}\
      .scroll{overflow:visible}.picture svg{max-width:100%;height:auto}}

      """ + TimelinePicture.style
}
