/** Pages of the hard mode: every value that the server wants back is hidden in them in a way that web applications use. */
import type { HardSession } from './session.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const page = (title: string, head: string, body: string): string => `<!doctype html>
<html lang="zh">
<head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body>
<h1>${title}</h1>
${body}
</body></html>
`

const hiddenFields = ({ csrf, viewState }: HardSession): string =>
  `<input type="hidden" name="_csrf" value="${csrf}">
<input type="hidden" name="__VIEWSTATE" value="${viewState}">`

export const signInPage = (session: HardSession): string =>
  page(
    '登录 · Sign in',
    '',
    `<form method="post" action="/hard/sign-in">
${hiddenFields(session)}
<label>账号 Account <input name="account"></label>
<label>密码 Password <input name="password" type="password"></label>
<button id="sign-in">登录 Sign in</button>
</form>`,
  )

/** What a shop's own script does when somebody puts a good into the cart. */
const goodsScript = `
const call = async (method, path, headers, body) => {
  const answer = await fetch(path, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(path + ' ' + answer.status)
  return { next: answer.headers.get('x-next-nonce'), data: await answer.json() }
}
async function buy(key) {
  const xsrf = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)[1])
  const csrf = document.querySelector('meta[name=csrf-token]').content
  const first = await call('POST', '/hard/api/token', { 'x-csrf-token': csrf, 'x-xsrf-token': xsrf }, { nonce: window.shop.nonce })
  const ref = atob(key)
  const good = await call('GET', '/hard/api/goods/' + ref, { authorization: 'Bearer ' + first.data.accessToken, 'x-nonce': first.next })
  const second = await call('POST', '/hard/api/token/refresh', {}, { refreshToken: first.data.refreshToken })
  const { pieces, offer } = good.data
  const cart = await call('POST', '/hard/api/cart', { authorization: 'Bearer ' + second.data.accessToken, 'x-nonce': good.next }, {
    item: pieces.left + pieces.right,
    region: offer.split('-')[0],
    batch: offer.split('-')[2],
    proof: btoa(ref + ':' + second.data.proof),
    quantity: 2,
  })
  sessionStorage.token = second.data.accessToken
  sessionStorage.nonce = cart.next
  location.href = '/hard/checkout?cart=' + encodeURIComponent(cart.data.cart.id)
}
for (const button of document.querySelectorAll('[data-key]'))
  button.addEventListener('click', () => buy(button.dataset.key))
`

export const goodsPage = ({ pageToken, nonce, goods }: HardSession): string =>
  page(
    '商品 · Goods',
    `<meta name="csrf-token" content="${pageToken}">
<script>window.shop = { version: "2.4.1", nonce: "${nonce}" }</script>`,
    `<ul>${goods
      .map(
        ({ ref, name }) =>
          `<li>${name} <button data-key="${Buffer.from(ref).toString('base64')}">加入购物车 Buy</button></li>`,
      )
      .join('\n')}</ul>
<script>${goodsScript}</script>`,
  )

export const checkoutPage = (session: HardSession): string =>
  page(
    '结算 · Checkout',
    '',
    `<p>排号 Ticket: <b id="ticket">TK-${session.ticket.join('-')}</b></p>
<form method="post" action="/hard/checkout">
${hiddenFields(session)}
<input type="hidden" name="confirm" value="${escaped(session.confirmation)}">
<input type="hidden" name="ticketA"><input type="hidden" name="ticketB">
<input type="hidden" name="payment" value="card">
<button id="pay">付款 Pay</button>
</form>
<script>
const [, first, second] = document.getElementById('ticket').textContent.split('-')
document.querySelector('[name=ticketA]').value = first
document.querySelector('[name=ticketB]').value = second
</script>`,
  )

export const orderPage = ({ orderNumber }: HardSession): string =>
  page(
    '订单 · Order',
    '',
    `<p id="order" data-order="${orderNumber}">订单 Order ${orderNumber}</p>
<p id="state"></p>
<script>
fetch('/hard/api/orders/' + document.getElementById('order').dataset.order, {
  headers: { authorization: 'Bearer ' + sessionStorage.token, 'x-nonce': sessionStorage.nonce },
}).then(answer => answer.json()).then(({ state }) => { document.getElementById('state').textContent = state })
</script>`,
  )
