/** The options that give a server its certificate. */
import { resolve } from 'node:path'

export const tlsOptions = {
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'tls-ca': { type: 'string' },
} as const

type Values = { readonly [name in keyof typeof tlsOptions]?: string | undefined }

/** Environment of the server; files by absolute paths. */
export function tlsEnvironment(values: Values): Record<string, string> {
  const given = [
    ['PONE_TLS_CERT', values['tls-cert']],
    ['PONE_TLS_KEY', values['tls-key']],
    ['PONE_TLS_CA', values['tls-ca']],
  ] as const
  return Object.fromEntries(
    given.flatMap(([name, path]) => (path === undefined ? [] : [[name, resolve(path)]])),
  )
}
