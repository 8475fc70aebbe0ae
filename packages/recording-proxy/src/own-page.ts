/** What the proxy answers to a browser that opens it as a page: how to trust its authority. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Authority } from './certificates/authority.ts'

export const certificatePath = '/pone-recording-ca.crt'

export function answerOwnPage(
  { certificate, fingerprint, validUntil }: Authority,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const path = (request.url ?? '/').split('?')[0]
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const common = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', connection: 'close' }
  if (!isRead || (path !== '/' && path !== certificatePath)) {
    response.writeHead(404, common).end()
    return
  }
  if (path === certificatePath) {
    response
      .writeHead(200, {
        ...common,
        'content-type': 'application/x-x509-ca-cert',
        'content-disposition': 'attachment; filename="pone-recording-ca.crt"',
      })
      .end(certificate)
    return
  }
  response
    .writeHead(200, {
      ...common,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
    .end(pageOf(fingerprint, validUntil))
}

const texts = [
  {
    lang: 'zh',
    title: '录制代理',
    help: '安装并信任此证书后，才能录制 HTTPS 请求。录制结束后请从设备中删除。',
    download: '下载证书',
    until: '有效期至',
  },
  {
    lang: 'en',
    title: 'Recording proxy',
    help: 'HTTPS requests can be recorded once this certificate is installed and trusted. Remove it from the device after recording.',
    download: 'Download the certificate',
    until: 'Valid until',
  },
] as const

const style =
  'body{font:16px/1.6 sans-serif;max-width:40em;margin:2em auto;padding:0 1em;color-scheme:light dark}code{overflow-wrap:anywhere}'

function pageOf(fingerprint: string, validUntil: Date): string {
  const parts = texts.map(
    ({ lang, title, help, download, until }) => `<section lang="${lang}"><h1>${title}</h1><p>${help}</p>
<p><a href="${certificatePath}">${download}</a></p>
<p>${until} ${validUntil.toISOString().slice(0, 10)}</p></section>`,
  )
  return `<!doctype html>
<html lang="zh"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Pone</title>
<style>${style}</style></head>
<body>${parts.join('\n')}<p>SHA-256: <code>${fingerprint}</code></p></body></html>
`
}
