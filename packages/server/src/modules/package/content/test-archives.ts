/** Archives for tests, also such as no tool would make. */
import { crc32, gzipSync } from 'node:zlib'
import { Header } from 'tar'

export interface TestEntry {
  readonly path: string
  readonly content?: string | Buffer
  /** Of a symbolic link. */
  readonly target?: string
  readonly type?: 'File' | 'SymbolicLink' | 'Link' | 'CharacterDevice' | 'Directory'
  /** What the head says, whatever the content is. */
  readonly sizeBytes?: number
}

const blockBytes = 512

/** A tar without compression. */
export function testTar(entries: readonly TestEntry[]): Buffer {
  const parts: Buffer[] = []
  for (const {
    path,
    content = '',
    target,
    type = target === undefined ? 'File' : 'SymbolicLink',
    sizeBytes,
  } of entries) {
    const bytes = Buffer.from(content)
    const head = Buffer.alloc(blockBytes)
    new Header({
      path,
      mode: 0o644,
      type,
      size: sizeBytes ?? bytes.length,
      mtime: new Date(0),
      ...(target === undefined ? {} : { linkpath: target }),
    }).encode(head)
    parts.push(head, bytes, Buffer.alloc((blockBytes - (bytes.length % blockBytes)) % blockBytes))
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * blockBytes)])
}

export const testTarGz = (entries: readonly TestEntry[]): Buffer => gzipSync(testTar(entries), { level: 1 })

/** A zip whose files are stored as they are. */
export function testZip(entries: readonly TestEntry[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, content = '', target, sizeBytes } of entries) {
    const bytes = Buffer.from(target ?? content)
    const name = Buffer.from(path)
    const facts = Buffer.alloc(16)
    facts.writeUInt32LE(crc32(bytes), 4)
    facts.writeUInt32LE(bytes.length, 8)
    facts.writeUInt32LE(sizeBytes ?? bytes.length, 12)
    const local = Buffer.alloc(10)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    const lengths = Buffer.alloc(4)
    lengths.writeUInt16LE(name.length, 0)
    const body = Buffer.concat([local, facts, lengths, name, bytes])
    const central = Buffer.alloc(12)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE((3 << 8) | 20, 4)
    central.writeUInt16LE(20, 6)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((target === undefined ? 0o100644 : 0o120777) * 0x10000, 6)
    rest.writeUInt32LE(offset, 10)
    directory.push(central, facts, lengths, rest, name)
    bodies.push(body)
    offset += body.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, central, end])
}

export const testJar = (version: string, inner: readonly TestEntry[] = []): Buffer =>
  testZip([
    {
      path: 'META-INF/MANIFEST.MF',
      content: `Manifest-Version: 1.0\r\nImplementation-Version: ${version}\r\n`,
    },
    ...inner,
  ])

/** The entries of Apache's archive that are read. */
export const jmeterEntries = (version: string): TestEntry[] => [
  { path: `apache-jmeter-${version}/`, type: 'Directory' },
  { path: `apache-jmeter-${version}/bin/ApacheJMeter.jar`, content: testJar(version) },
  { path: `apache-jmeter-${version}/bin/jmeter`, content: '#!/bin/sh\n' },
  { path: `apache-jmeter-${version}/lib/jorphan.jar`, content: testJar(version) },
]

export const arthasEntries = (version: string): TestEntry[] => [
  { path: 'arthas-boot.jar', content: testJar(version) },
  { path: 'arthas-core.jar', content: testJar(version) },
]
