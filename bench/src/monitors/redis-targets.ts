/**
 * Process that answers as many Redis servers would: all addresses of the loopback network reach it. The answers have the
 * fields that the type `redis` reads and others to the length of a real `INFO`; counters grow with each answer.
 */
import { createServer } from 'node:net'
import { monitorTypeOf } from '@pone/monitors/registry.ts'

const otherFields = 110
const commands = ['get', 'set', 'hget', 'hset', 'incr', 'expire', 'ping', 'info', 'lpush', 'rpop']

const type = monitorTypeOf('redis')
if (type === undefined) throw new Error('There is no monitor type redis')
const fields = new Set(
  type.sections
    .filter(({ rows, isTable }) => rows === undefined && !isTable)
    .flatMap(({ counters }) => counters.map(({ key, from }) => from ?? key)),
)
let answers = 0

const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`

function info(): string {
  const lines = ['# Server', 'redis_version:7.0.15', 'redis_mode:standalone', 'role:master']
  for (const field of fields) {
    if (!/^(?:redis_version|redis_mode|role)$/.test(field))
      lines.push(`${field}:${answers * 17 + field.length * 1_000}`)
  }
  for (let index = 0; index < otherFields; index += 1) lines.push(`another_field_${index}:${index * 12_345}`)
  return lines.join('\r\n')
}

function answerTo(command: string): string {
  answers += 1
  if (/keyspace/i.test(command))
    return bulk(`# Keyspace\r\ndb0:keys=${1_000 + (answers % 50)},expires=12,avg_ttl=0`)
  if (/commandstats/i.test(command)) {
    const lines = commands.map(
      name =>
        `cmdstat_${name}:calls=${answers * 3},usec=${answers * 11},usec_per_call=3.67,rejected_calls=0,failed_calls=0`,
    )
    return bulk(['# Commandstats', ...lines].join('\r\n'))
  }
  if (/replication/i.test(command)) return bulk('# Replication\r\nrole:master\r\nconnected_slaves:0')
  if (/INFO/i.test(command)) return bulk(info())
  return '*0\r\n'
}

const server = createServer({ noDelay: true }, socket => {
  socket.on('data', bytes => {
    for (const command of bytes
      .toString()
      .split(/^\*\d+\r\n/m)
      .filter(part => part !== ''))
      socket.write(answerTo(command))
  })
  socket.on('error', () => undefined)
})
server.listen({ port: 0, host: '0.0.0.0', backlog: 4_096 }, () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port })
})
process.on('disconnect', () => process.exit())
