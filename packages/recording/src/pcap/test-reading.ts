/** Reads a capture of a test as the page and the command line do. */
import { PcapReader } from './read-pcap.ts'

/** @param chunkBytes size of the pieces that the reader gets */
export async function readPcap(file: Uint8Array, chunkBytes = 64 * 1024, keyLog = '') {
  const reader = new PcapReader(keyLog)
  for (let at = 0; at < file.length; at += chunkBytes) reader.feed(file.slice(at, at + chunkBytes))
  await reader.settle()
  return reader.end()
}
