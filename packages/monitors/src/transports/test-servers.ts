/** For tests of transports: ports and servers of this machine. */
import { type AddressInfo, createServer } from 'node:net'

/** A port that nobody has; another program may take it first, which fails the test. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

/** Waits until an address answers, whatever it says. @throws the last failure after 30 s */
export async function untilAnswers(url: string): Promise<void> {
  const end = Date.now() + 30_000
  for (;;) {
    try {
      await (await fetch(url)).text()
      return
    } catch (thrown) {
      if (Date.now() > end) throw thrown
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
}
