/** The registry of protocols for editors and forms: what each is called and the schema of its request; safe in browsers. */
import { type HttpRequest, httpMethods, httpRequestSchema } from '@pone/contract/entities/component.ts'

export { type HttpRequest, httpMethods, httpRequestSchema }

/** Every protocol that a request step may use. */
export const protocols = [
  {
    id: 'http',
    name: { zh: 'HTTP', en: 'HTTP' },
    description: {
      zh: '发送 HTTP 或 HTTPS 请求，可带查询参数、请求头和请求体。',
      en: 'Sends an HTTP or HTTPS request with query, headers and body.',
    },
    schema: httpRequestSchema,
  },
] as const

/** Id of a protocol, as in a step's `protocol`. */
export type ProtocolId = (typeof protocols)[number]['id']
