/** Texts of what goes wrong with an HTTP request or its answer. */
import { type Catalogue, encoderOf } from '@pone/schema/coded-text.ts'
import { networkFailures } from '../../network-failures.ts'

export const httpFailures = {
  statusNotExpected: {
    zh: '状态码 {status} 不在预期范围内',
    en: 'status code {status} is not in the expected range',
  },
  streamTimeout: {
    zh: '{ms} 毫秒内连接没有空闲的流',
    en: 'no free stream on the connection within {ms} ms',
  },
  closedBeforeSending: {
    zh: '请求尚未发出，连接已关闭',
    en: 'connection closed before the request was sent',
  },
  noAnswer: { zh: '连接已关闭，没有收到响应', en: 'connection closed, no response received' },
  closedInHeader: { zh: '连接在响应头中途关闭', en: 'connection closed within the response header' },
  closedInBody: {
    zh: '连接在响应体结束前关闭',
    en: 'connection closed before the end of the response body',
  },
  closedInAnswer: {
    zh: '连接在响应结束前关闭',
    en: 'connection closed before the end of the response',
  },
  streamEndedInBody: {
    zh: 'HTTP/2 流在响应体结束前结束',
    en: 'HTTP/2 stream ended before the end of the response body',
  },
  streamEndedInAnswer: {
    zh: 'HTTP/2 流在响应结束前结束',
    en: 'HTTP/2 stream ended before the end of the response',
  },
  streamReset: { zh: 'HTTP/2 流被重置：{name}', en: 'HTTP/2 stream reset: {name}' },
  goaway: { zh: '服务器结束了 HTTP/2 连接：{name}', en: 'HTTP/2 connection closed by the server: {name}' },
  badFrames: { zh: 'HTTP/2 协议错误：{detail}', en: 'HTTP/2 protocol error: {detail}' },
  noHttp2: {
    zh: '服务器在 TLS 握手中未提供 HTTP/2',
    en: 'the server did not offer HTTP/2 in the TLS handshake',
  },
  notHttp: { zh: '响应不是 HTTP/1', en: 'response is not HTTP/1' },
  badStatusLine: { zh: '状态行格式错误', en: 'malformed status line' },
  badHeaderLine: { zh: '响应头格式错误', en: 'malformed response header' },
  tooManyHeaders: { zh: '响应头过多', en: 'too many response headers' },
  headerTooLarge: { zh: '响应头超过 {bytes} 字节', en: 'response header exceeds {bytes} bytes' },
  tooManyInterim: {
    zh: '正式响应之前的临时响应超过 {count} 个',
    en: 'more than {count} interim responses before the final response',
  },
  unaskedUpgrade: {
    zh: '服务器未经请求就切换了协议',
    en: 'the server switched the protocol without being asked',
  },
  badChunks: { zh: '分块传输的响应体格式错误', en: 'malformed chunked response body' },
  badLength: { zh: '响应的 Content-Length 无效', en: 'invalid Content-Length in the response' },
  bodyTooLarge: { zh: '响应体超过 {bytes} 字节', en: 'response body exceeds {bytes} bytes' },
  bodiesTooLarge: {
    zh: '接收中的全部响应体占用内存过多',
    en: 'response bodies being received use too much memory',
  },
  decodedTooLarge: {
    zh: '解压后的响应体超过 {bytes} 字节',
    en: 'decompressed response body exceeds {bytes} bytes',
  },
  badEncoding: { zh: '响应体不是有效的 {name}', en: 'response body is not valid {name}' },
  tooManyCodings: { zh: '响应的内容编码过多', en: 'too many content encodings in the response' },
  tooManyRedirects: { zh: '重定向超过 {count} 次', en: 'more than {count} redirects' },
  foreignRedirect: {
    zh: '重定向的目标不是 http 或 https 地址',
    en: 'redirect target is not an http or https address',
  },
  invalidUrl: {
    zh: '地址不是有效的 http 或 https 地址',
    en: 'not a valid http or https address',
  },
  invalidMethod: { zh: '请求方法 {name} 无法发送', en: 'request method {name} cannot be sent' },
  invalidHeaderName: { zh: '请求头名称 {name} 无法发送', en: 'request header name {name} cannot be sent' },
  invalidHeaderValue: {
    zh: '请求头 {name} 的值无法发送',
    en: 'value of request header {name} cannot be sent',
  },
  requestBodySize: {
    zh: '请求体与原来的 {bytes} 字节长度不符',
    en: 'length of the request body differs from the original {bytes} bytes',
  },
  requestBodyLonger: {
    zh: '请求体比原来的 {bytes} 字节更长',
    en: 'request body is longer than the original {bytes} bytes',
  },
  requestBodyShorter: {
    zh: '请求体在 {written} 字节处结束，应为 {bytes} 字节',
    en: 'request body ended after {written} of {bytes} bytes',
  },
  requestBodyUnreadable: {
    zh: '请求体无法读取：{detail}',
    en: 'the request body cannot be read: {detail}',
  },
  requestNotSent: { zh: '请求无法发送：{detail}', en: 'the request cannot be sent: {detail}' },
  resourceFailed: { zh: '内嵌资源失败：{code}', en: 'embedded resource failed: {code}' },
  noToken: { zh: '未取得令牌：{reason}', en: 'no token received: {reason}' },
  noTokenInAnswer: {
    zh: '未取得令牌：令牌服务器的响应中没有令牌',
    en: 'no token received: the response of the token server contains no token',
  },
  unknownTokenType: { zh: '不支持 {type} 类型的令牌', en: 'tokens of type {type} are not supported' },
  tokenRefused: { zh: '令牌服务器拒绝了请求', en: 'the token server refused the request' },
  tokenRefusedSaying: {
    zh: '令牌服务器拒绝了请求：{said}',
    en: 'the token server refused the request: {said}',
  },
  tokenStatus: {
    zh: '令牌服务器返回状态码 {status}',
    en: 'the token server returned status {status}',
  },
  tokenStatusSaying: {
    zh: '令牌服务器返回状态码 {status}：{said}',
    en: 'the token server returned status {status}: {said}',
  },
} as const satisfies Catalogue

/** Writes why an HTTP request failed, for `errorMessage` of its outcome. */
export const failureText = encoderOf({ ...networkFailures, ...httpFailures })
