/** A session on its own: what it answers, and what it refuses when its line takes no more. */
import { expect, test } from 'vitest'
import { FrameWriter } from './frames/frame-writer.ts'
import { H2Session, type SessionEvents } from './h2-session.ts'
import { KnownBlocks } from './head-reader.ts'

const settings = Buffer.from('000000040000000000', 'hex')
const ping = Buffer.from('0000080600000000000102030405060708', 'hex')

function open(isClogged: () => boolean) {
  const writer = new FrameWriter()
  const line: SessionEvents = {
    onMaxStreams: () => undefined,
    onGoaway: () => undefined,
    onGoawayError: () => undefined,
    onOutput: () => undefined,
    makeRoom: () => true,
    get isClogged() {
      return isClogged()
    },
  }
  const session = new H2Session(line, writer, new KnownBlocks())
  return { writer, feed: (bytes: Buffer) => session.feed(bytes, bytes.length, 0) }
}

test('begins with the preface, its settings and a wider window, and confirms what it is told', () => {
  const { writer, feed } = open(() => false)
  const first = writer.take().toString('latin1')
  expect(first.slice(0, 24)).toBe('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  // No push, 6 MiB for each stream, heads of 256 KiB; 16 MiB for all of the connection.
  expect(Buffer.from(first.slice(24), 'latin1').toString('hex')).toBe(
    [
      '000012040000000000',
      '000200000000',
      '000400600000',
      '000600040000',
      '000004080000000000',
      '00ff0001',
    ].join(''),
  )
  feed(Buffer.concat([settings, ping]))
  expect(writer.take().toString('hex')).toBe('0000000401000000000000080601000000000102030405060708')
})

test('answers no questions of a server that does not read the answers', () => {
  for (const question of [settings, ping]) {
    let isClogged = false
    const { feed } = open(() => isClogged)
    feed(settings)
    isClogged = true
    expect(() => feed(question)).toThrow('ENHANCE_YOUR_CALM')
  }
})
