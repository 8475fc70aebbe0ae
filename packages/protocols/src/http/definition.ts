/** HTTP, as far as a browser may know it. */
import type { CredentialField, ProtocolDefinition } from '@pone/schema/protocol.ts'
import { absoluteUrl } from './definition/absolute-url.ts'
import { checkAuth } from './definition/auth-rules.ts'
import { httpOptionsForm, httpSettingsForm } from './definition/forms.ts'
import { httpProblems } from './definition/problems.ts'
import { type HttpBody, type HttpRequest, httpRequestSchema } from './definition/request.ts'
import { checkBaseUrl, checkRequest } from './definition/request-rules.ts'
import { type HttpSettings, httpSettingsSchema } from './definition/settings.ts'

export const http = {
  name: 'http',
  title: { zh: 'HTTP', en: 'HTTP' },
  operation: {
    schema: httpRequestSchema,
    check: checkRequest,
    files: ({ body }) => filesOf(body),
    credentials: ({ auth }) => credentialsOf(auth),
  },
  settings: {
    schema: httpSettingsSchema,
    check({ baseUrl, auth }, report) {
      checkBaseUrl(baseUrl, report)
      checkAuth(auth, 'auth', report)
    },
    files: () => [],
    credentials: ({ auth }) => credentialsOf(auth),
  },
  settingsForm: httpSettingsForm,
  operations: [
    {
      key: 'request',
      title: { zh: 'HTTP 请求', en: 'HTTP request' },
      defaults: () => httpRequestSchema.parse({ url: '/' }),
      form: httpOptionsForm,
    },
  ],
  keyOf: () => 'request',
  summary: ({ method, url }) => `${method} ${url}`,
  titleOf: ({ url }) => ({ zh: url || '/', en: url || '/' }),
  responseTimeoutMs: op => op.responseTimeoutMs,
  targetOf({ url }, { baseUrl }, filled) {
    const own = filled(url.trim())
    // What a variable holds may be a whole address.
    const address = own.startsWith('${') ? own : absoluteUrl(own, filled(baseUrl.trim()))
    return { address, connection: null }
  },
  problems: httpProblems,
  checkpointSources: [
    'status',
    'header',
    'body',
    'responseTime',
    'size',
    'jsonPath',
    'xpath',
    'css',
    'regex',
  ],
  extractorSources: ['jsonPath', 'xpath', 'css', 'regex', 'header', 'cookie', 'boundary'],
  phases: [
    { key: 'dns', title: { zh: '域名解析', en: 'DNS' } },
    { key: 'connect', title: { zh: '建立连接', en: 'Connect' } },
    { key: 'tls', title: { zh: 'TLS 握手', en: 'TLS' } },
    { key: 'firstByte', title: { zh: '首字节', en: 'First byte' } },
    { key: 'transfer', title: { zh: '传输', en: 'Transfer' } },
  ],
  metrics: [],
  sections: [],
} as const satisfies ProtocolDefinition<'http', HttpRequest, HttpSettings>

function filesOf(body: HttpBody): string[] {
  if (body.kind === 'binary') return [body.fileId]
  if (body.kind !== 'multipart') return []
  return body.fields.flatMap(field => (field.kind === 'file' && field.enabled ? [field.fileId] : []))
}

function credentialsOf(auth: HttpRequest['auth']): CredentialField[] {
  switch (auth.kind) {
    case 'basic':
    case 'digest':
      return [{ field: 'auth.password', value: auth.password, owner: `user ${auth.user}` }]
    case 'bearer':
      return [{ field: 'auth.token', value: auth.token, owner: 'token' }]
    case 'oauth2':
      return [{ field: 'auth.clientSecret', value: auth.clientSecret, owner: `client ${auth.clientId}` }]
    default:
      return []
  }
}
