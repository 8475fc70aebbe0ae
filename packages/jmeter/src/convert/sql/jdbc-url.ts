/** The address of a database in JDBC's syntax: `jdbc:postgresql://host:port/database?sslmode=require`. */
import type { SqlDriver, SqlTarget } from '@pone/protocols/sql/definition/operation.ts'

type Place = Pick<SqlTarget, 'driver' | 'host' | 'port' | 'database' | 'tls'>

/** The parts of a URL, as texts of JMeter. */
export interface JdbcPlace extends Place {
  /** From `user=` and `password=`; empty = not given. */
  readonly user: string
  readonly password: string
  /** Parts without a counterpart, unchanged. */
  readonly others: readonly string[]
}

interface Dialect {
  readonly driverClass: string
  /** The parameter that enables TLS. */
  readonly tls: string
}

const dialects: Readonly<Record<SqlDriver, Dialect>> = {
  postgresql: { driverClass: 'org.postgresql.Driver', tls: 'sslmode=require' },
  mysql: { driverClass: 'com.mysql.cj.jdbc.Driver', tls: 'sslMode=REQUIRED' },
}

/** The class of the driver that JMeter needs for a database. */
export const driverClassOf = (driver: SqlDriver): string => dialects[driver].driverClass

export function jdbcUrl({ driver, host, port, database, tls }: Place): string {
  const authority = port === 0 ? host : `${host}:${port}`
  return `jdbc:${driver}://${authority}/${database}${tls ? `?${dialects[driver].tls}` : ''}`
}

const drivers: Readonly<Record<string, SqlDriver>> = {
  postgresql: 'postgresql',
  mysql: 'mysql',
  mariadb: 'mysql',
}

/** null for databases that components do not support, and for addresses in another form. */
export function readJdbcUrl(url: string): JdbcPlace | null {
  const [, scheme = '', authority = '', database = '', query = ''] =
    /^jdbc:(\w+):\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s.exec(url.trim()) ?? []
  const driver = Object.hasOwn(drivers, scheme) ? drivers[scheme] : undefined
  if (driver === undefined || authority === '') return null
  const [, host = authority, port] = /^(.*?):([^:\]]*)$/s.exec(authority) ?? []
  const isPort = port === undefined || /^\d{1,5}$/.test(port)
  const params = query.split('&').filter(part => part !== '')
  const read = params.map(readParam)
  return {
    driver,
    host,
    port: isPort ? Math.min(65_535, Number(port ?? 0)) : 0,
    database,
    tls: read.some(each => each.kind === 'tls' && each.value !== ''),
    user: read.find(each => each.kind === 'user')?.value ?? '',
    password: read.find(each => each.kind === 'password')?.value ?? '',
    others: [
      ...(isPort ? [] : [`port=${port}`]),
      ...read.flatMap(each => (each.kind === 'other' ? [each.value] : [])),
    ],
  }
}

type Param = { readonly kind: 'tls' | 'user' | 'password' | 'other'; readonly value: string }

/** An empty value means that TLS is off. */
function readParam(part: string): Param {
  const [name = '', ...rest] = part.split('=')
  const value = rest.join('=')
  if (name === 'user' || name === 'password') return { kind: name, value }
  if (/^(ssl|useSSL|requireSSL)$/.test(name) && /^(true|false)?$/i.test(value)) {
    return { kind: 'tls', value: value.toLowerCase() === 'false' ? '' : 'true' }
  }
  if (!/^sslmode$/i.test(name)) return { kind: 'other', value: part }
  return { kind: 'tls', value: /^(disable|disabled|allow|prefer|preferred)$/i.test(value) ? '' : 'true' }
}
