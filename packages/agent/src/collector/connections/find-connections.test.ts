import { connect, createServer, type Server, type Socket } from 'node:net'
import { connectionAnswerSchema } from '@pone/contract/entities/seen-connection.ts'
import { afterEach, expect, test } from 'vitest'
import { ConnectionQueries } from './connection-queries.ts'
import { findConnections, grouped, lookAt } from './find-connections.ts'
import { parseTcpTable } from './tcp-table.ts'

const servers: Server[] = []
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

async function listen(): Promise<number> {
  const server = createServer(socket => sockets.push(socket))
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

async function open(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
}

const signal = new AbortController().signal

test('tells connections to asked parties with their process, and no others', async () => {
  const [asked, other] = [await listen(), await listen()]
  await Promise.all([open(asked), open(asked), open(other)])
  const parties = [
    { host: '', port: asked },
    { host: 'localhost', port: asked },
    { host: 'nowhere.invalid', port: null },
  ]
  const answer = connectionAnswerSchema.parse(await findConnections(parties, signal))
  expect(answer).toMatchObject({ looks: 4, own: [0, 1], unresolved: 1, isCut: false, problem: null })
  const expected = { direction: 'out', address: '127.0.0.1', port: asked, connections: 2, looks: 4 }
  expect(answer.seen).toMatchObject([
    { ...expected, party: 0 },
    { ...expected, party: 1 },
  ])
  const [seen] = answer.seen
  expect(seen?.process).toMatch(/./)
  expect(seen?.listens).toEqual([asked, other].toSorted((a, b) => a - b))
  // The same instant by the system and by Node, apart from the system's ticks and changes of its clock.
  expect(Math.abs((seen?.processSince ?? 0) - performance.timeOrigin)).toBeLessThan(5_000)
}, 20_000)

test('a question that is cancelled is answered at once, and so is one too many', async () => {
  const answers: string[] = []
  const queries = new ConnectionQueries(({ queryId, answer }) => {
    connectionAnswerSchema.parse(answer)
    return answers.push(`${queryId} ${answer.problem?.cause}`) > 0
  })
  const ids = ['a', 'b', 'c', 'd', 'e']
  const asked = ids.map(queryId => queries.start({ kind: 'findConnections', queryId, parties: [] }))
  await asked[4]
  expect(answers).toEqual(['e overrun'])
  queries.cancel('b')
  await asked[1]
  expect(answers).toEqual(['e overrun', 'b stopped'])
  queries.close()
  await Promise.all(asked)
  expect(answers).toHaveLength(5)
}, 20_000)

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0500000A:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 11 1 0 100 0 0 10 0
   1: 0500000A:1F90 0400000A:C350 01 00000000:00000000 00:00000000 00000000  1000        0 12 1 0 20 4 30 10 -1
   2: 0500000A:C351 0600000A:18EB 01 00000000:00000000 00:00000000 00000000  1000        0 13 1 0 20 4 30 10 -1
   3: 0500000A:C352 0600000A:0016 06 00000000:00000000 00:00000000 00000000  1000        0 0 1 0 20 4 30 10 -1
   4: 0000000000000000FFFF00000500000A:C353 0000000000000000FFFF00000700000A:01BB 01 0:0 00:0 0  0 0 14 1
   5: garbage
   6: 0500000A:ZZZZ 0600000A:18EB 01 0:0 00:0 0  0 0 15 1
   7: B80D0120000000000000000001000000:C354 B80D0120000000000000000002000000:01BB 01 0:0 00:0 0  0 0 16 1`

test('reads addresses of both families, and leaves out what is malformed', () => {
  const read = parseTcpTable(table, 'LE')
  expect(read.map(({ inode, remote }) => `${inode} ${remote.address} ${remote.port}`)).toEqual([
    '11 0.0.0.0 0',
    '12 10.0.0.4 50000',
    '13 10.0.0.6 6379',
    '14 10.0.0.7 443',
    '16 2001:db8::2 443',
  ])
})

test('callers of a listening port are told by the host alone, called parties by host and port', () => {
  const at = new Map([
    ['10.0.0.4 *', [0]],
    ['10.0.0.4 8080', [1]],
    ['10.0.0.6 6379', [2]],
    ['10.0.0.6 *', [3]],
    ['10.0.0.7 *', [4]],
    ['10.0.0.6 22', [5]],
  ])
  const look = lookAt({ sockets: parseTcpTable(table, 'LE') }, { resolved: { at }, isOwn: () => false })
  const java = { pid: 7, name: 'java', startedAt: 1_000 }
  const owners = new Map([
    ['11', java],
    ['12', java],
    ['13', java],
  ])
  expect(
    grouped([look, look], owners).map(({ direction, party, port, process, listens, connections, looks }) =>
      [direction, party, port, process, listens.join(), connections, looks].join(' '),
    ),
  ).toEqual(['in 0 8080 java 8080 1 2', 'out 2 6379 java 8080 1 2', 'out 4 443   1 2'])
})
