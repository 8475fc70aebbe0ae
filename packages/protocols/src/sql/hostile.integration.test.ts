/** Servers that do what no database does: memory and time stay bounded, and each ends as a fault with a code. */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { SqlConnection } from './connection.ts'
import { faultOf, optionsFor, runOn } from './test-harness.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** A server that treats connections so; the part after the log-in only when a statement comes. */
async function serve(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    onConnection(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Writes the same as fast as the other side reads. */
function pour(socket: Socket, bytes: Buffer): void {
  const more = (): void => {
    while (socket.writable && socket.write(bytes));
  }
  socket.on('drain', more)
  more()
}

const message = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
/** Authenticated, ready for a query. */
const postgresWelcome = Buffer.concat([
  message('R', int32(0)),
  message('K', int32(1), int32(2)),
  message('Z', Buffer.from('I')),
])
/** One column of type text named `a`. */
const rowDescription = message(
  'T',
  Buffer.from([0, 1, 97, 0]),
  int32(0),
  Buffer.from([0, 0]),
  int32(25),
  Buffer.from([255, 255]),
  int32(-1),
  Buffer.from([0, 0]),
)
const dataRow = (text: string) => message('D', Buffer.from([0, 1]), int32(text.length), Buffer.from(text))

const packet = (sequence: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([
    Buffer.from([body.length & 255, (body.length >> 8) & 255, body.length >> 16, sequence]),
    body,
  ])
}
/** Protocol 10, the capabilities that mysql2 needs, mysql_native_password. */
const mysqlGreeting = packet(
  0,
  Buffer.from([10]),
  Buffer.from('8.0.0\0'),
  int32(1),
  Buffer.alloc(9, 1),
  Buffer.from([0xff, 0xf7, 33, 2, 0, 0xff, 0x81, 21]),
  Buffer.alloc(10),
  Buffer.alloc(12, 1),
  Buffer.from([0]),
  Buffer.from('mysql_native_password\0'),
)
const ok = (sequence: number) => packet(sequence, Buffer.from([0, 0, 0, 2, 0, 0, 0]))

/** What a server says after the log-in, to the first statement. */
const servers = {
  postgresql: (answer: (socket: Socket) => void) => (socket: Socket) => {
    socket.once('data', () => {
      socket.write(postgresWelcome)
      socket.once('data', () => answer(socket))
    })
  },
  mysql: (answer: (socket: Socket) => void) => (socket: Socket) => {
    socket.write(mysqlGreeting)
    socket.once('data', () => {
      socket.write(ok(2))
      socket.once('data', () => answer(socket))
    })
  },
}

const options = (driver: 'postgresql' | 'mysql', port: number, connectTimeoutMs = 10_000) => ({
  ...optionsFor({
    driver,
    host: '127.0.0.1',
    port,
    user: 'u',
    password: 'p',
    database: 'd',
    authority: '',
    close: () => Promise.resolve(),
  }),
  connectTimeoutMs,
})

async function connectedTo(driver: 'postgresql' | 'mysql', answer: (socket: Socket) => void) {
  const connection = await SqlConnection.open(options(driver, await serve(servers[driver](answer))))
  cleanups.push(() => connection.destroy())
  return connection
}

const memoryMiB = () => process.memoryUsage().rss / 1024 ** 2

describe.each(['postgresql', 'mysql'] as const)('a hostile server of %s', driver => {
  it.each([
    ['text of HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n<html>')],
    ['zeros', Buffer.alloc(64)],
    [
      'random bytes',
      Buffer.from('e3f10a99d2c7b1004f5566778899aabbccddeeff00112233445566778899aabb'.repeat(8), 'hex'),
    ],
    ['bytes of 255', Buffer.alloc(256, 255)],
  ])('that greets with %s ends as a fault', async (_what, bytes) => {
    const port = await serve(socket => {
      socket.end(bytes)
    })
    const fault = await faultOf(SqlConnection.open(options(driver, port)))
    expect(fault.code).toMatch(/^(protocol\.|connectionLost|ECONNRESET|MySQL)/)
  })

  it('that greets without end is cut off', async () => {
    const port = await serve(socket => pour(socket, Buffer.alloc(65_536, 'R')))
    expect((await faultOf(SqlConnection.open(options(driver, port)))).code).toMatch(/^protocol\./)
  })

  it('that never greets ends with the time-out of connecting', async () => {
    const port = await serve(() => undefined)
    expect((await faultOf(SqlConnection.open(options(driver, port, 100)))).code).toBe('timeout.connect')
  })

  it('that never answers a statement, nor its cancellation, costs the connection', async () => {
    const connection = await connectedTo(driver, () => undefined)
    const fault = await faultOf(runOn(connection, 'SELECT 1', { timeoutMs: 100 }))
    expect([fault.code, connection.isOpen]).toEqual(['timeout.statement', false])
  })

  it('that closes in the middle of a result ends the statement', async () => {
    const connection = await connectedTo(driver, socket => {
      const begin =
        driver === 'postgresql'
          ? Buffer.concat([rowDescription, dataRow('x'), Buffer.from('D\0\0')])
          : Buffer.from([1, 0, 0, 1, 1, 50, 0])
      socket.end(begin)
    })
    expect((await faultOf(runOn(connection, 'SELECT 1'))).code).toBe('connectionLost')
  })

  it('that answers with garbage ends the statement', async () => {
    const connection = await connectedTo(driver, socket => {
      socket.write(Buffer.alloc(4_096, 7))
      socket.end()
    })
    expect((await faultOf(runOn(connection, 'SELECT 1'))).code).toMatch(/^(protocol\.|connectionLost)/)
  })

  it('whose row has no end is cut off before memory fills', async () => {
    const before = memoryMiB()
    const connection = await connectedTo(driver, socket => {
      if (driver === 'postgresql') {
        socket.write(rowDescription)
        socket.write(Buffer.concat([Buffer.from('D'), int32(2 ** 31 - 1)]))
      }
      pour(
        socket,
        driver === 'postgresql'
          ? Buffer.alloc(65_536, 'x')
          : Buffer.concat([Buffer.from([255, 255, 255, 1]), Buffer.alloc(2 ** 24 - 1, 'x')]),
      )
    })
    expect((await faultOf(runOn(connection, 'SELECT 1'))).code).toMatch(/^protocol\./)
    expect(memoryMiB() - before).toBeLessThan(500)
  })
})

it('rows without end are counted and dropped until the time is over', async () => {
  const block = Buffer.concat(Array.from({ length: 500 }, () => dataRow('x'.repeat(1_000))))
  const connection = await connectedTo('postgresql', socket => {
    socket.write(rowDescription)
    pour(socket, block)
  })
  const before = memoryMiB()
  const fault = await faultOf(runOn(connection, 'SELECT 1', { timeoutMs: 500 }))
  expect(fault.code).toBe('timeout.statement')
  expect(memoryMiB() - before).toBeLessThan(300)
})
