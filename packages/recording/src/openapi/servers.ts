/** The address that the paths of an API description stand below. */
import type { LeftList } from '../model/left.ts'
import { fieldsOf, type OpenApiDocument, plainText, serverSchema } from './openapi-schema.ts'

/** Stands for a server that the description does not name. */
const unknownServer = '{{baseUrl}}'

/** Absolute, without a slash at its end. @param servers of the most special place that lists some */
export function serverAddress(servers: readonly unknown[], left: LeftList): string {
  const { url, variables } = serverSchema.parse(fieldsOf(servers[0]))
  const filled = url.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const { default: value } = fieldsOf(variables[name])
    return value === undefined ? `{{${name}}}` : plainText(value)
  })
  const address = absolute(filled)
  if (servers.length > 1) left.add('', 'server', { count: servers.length, name: address })
  return address
}

/** Version 2.0 names host, path and schemes. */
export function swaggerAddress({ host, basePath, schemes }: OpenApiDocument): string {
  if (host === '') return absolute(basePath)
  const scheme = schemes.find(each => each === 'https') ?? schemes.find(each => each === 'http') ?? 'https'
  return absolute(`${scheme}://${host}/${basePath.replace(/^\//, '')}`)
}

function absolute(address: string): string {
  const plain = address.replace(/[?#].*$/s, '').replace(/\/+$/, '')
  if (/^(https?:\/\/|\{\{)/i.test(plain)) return plain
  return plain === '' ? unknownServer : `${unknownServer}/${plain.replace(/^\/+/, '')}`
}
