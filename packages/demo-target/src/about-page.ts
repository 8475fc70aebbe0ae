/** The page that tells a person in both languages what the demo shop is and which addresses it answers. */

const endpoints = [
  ['GET', '/health', '健康检查', 'says that the shop is alive'],
  [
    'POST',
    '/api/sign-in',
    '登录，返回令牌：{"account","password"}',
    'signs in and returns a token: {"account","password"}',
  ],
  ['GET', '/api/goods?page=1', '商品列表，每页 20 件', 'lists goods, 20 a page'],
  ['GET', '/api/goods/1', '商品详情', 'shows one good'],
  [
    'POST',
    '/api/orders',
    '下单，须带 Authorization: Bearer 令牌：{"goodsId","quantity"}',
    'places an order, with Authorization: Bearer token: {"goodsId","quantity"}',
  ],
  [
    'WebSocket',
    '/api/order-events',
    '订单事件：发送 {"goodsId"} 后返回价格，此后推送该商品的每笔订单',
    'order events: send {"goodsId"} for its price, then each order of it is pushed',
  ],
  [
    'GET',
    '/hard/',
    '难关模式：每个请求都要带回前面响应中的值（CSRF、一次性随机数、JWT 刷新、视图状态、编码和拆分的编号）',
    'hard mode: each request has to bring back values of answers before it (CSRF, one-time nonces, JWT refresh, view state, encoded and split ids)',
  ],
  [
    'GET',
    '/control/stats?run=',
    '收到的请求数；run 为空时统计全部',
    'counts what was received; everything without run',
  ],
  [
    'GET',
    '/metrics',
    '商城自身的计数器，Prometheus 格式，可用作监控',
    'counters of the shop in the format of Prometheus, for monitors',
  ],
  ['POST', '/control/reset', '计数清零', 'sets all counts to zero'],
  [
    'GET, POST',
    '/control/settings',
    '查看或修改 latencyMs、latencyJitterMs、errorRate01，以及容量上限（0 为关闭）：cpuMs（CPU）、poolSize 与 poolMs（连接池）、lockMs（锁）、diskKilobytes（磁盘）、serviceSlots 与 serviceMs（下游服务）',
    'shows or changes latencyMs, latencyJitterMs, errorRate01, and limits (0 = off): cpuMs (CPU), poolSize and poolMs (connection pool), lockMs (lock), diskKilobytes (disk), serviceSlots and serviceMs (a service behind)',
  ],
] as const

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, "Noto Sans CJK SC", sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8884; vertical-align: top }
code { font: 14px/1.6 ui-monospace, monospace; white-space: nowrap }`

const rows = endpoints
  .map(
    ([method, path, zh, en]) =>
      `<tr><td>${method}</td><td><code>${path}</code></td><td lang="zh">${zh}</td><td lang="en">${en}</td></tr>`,
  )
  .join('\n')

/** A whole HTML document. */
export const aboutPage = `<!doctype html>
<html lang="zh">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>演示商店 · Demo shop</title><style>${style}</style></head>
<body>
<h1>演示商店 <span lang="en">· Demo shop</span></h1>
<p>这是一家供压测练手的小茶店：可以登录、浏览商品、下单。响应时间和出错比例可以调节，收到的每个请求都会计数，方便与压测结果核对。</p>
<p lang="en">A small tea shop to practise load tests on: sign in, browse, order. Its latency and error rate can be set, and it counts every request it receives, so that the result of a test can be checked against it.</p>
<table><thead><tr><th>方法 Method</th><th>路径 Path</th><th>说明</th><th lang="en">Purpose</th></tr></thead><tbody>
${rows}
</tbody></table>
<p>任意账号和密码都能登录。请求头 <code>x-pone-run</code> 用来按执行编号分别计数；<code>/control/</code> 下的请求和 <code>/metrics</code> 不计数。</p>
<p lang="en">Any account and password can sign in. The request header <code>x-pone-run</code> makes the shop count per run; requests under <code>/control/</code> and of <code>/metrics</code> are not counted.</p>
</body></html>
`
