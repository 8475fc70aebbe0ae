/** The demo shop as a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'

const shopProgram = new URL('../../../packages/demo-target/src/main.ts', import.meta.url).pathname

export interface Shop {
  readonly address: string
  readonly pid: number
}

/** Starts a shop with these settings, hands it over, and ends it in any case. @throws Error with the shop's own words when it refuses a setting */
export async function withShop<T>(
  settings: Readonly<Record<string, number>>,
  use: (shop: Shop) => Promise<T>,
): Promise<T> {
  const child = spawn(process.execPath, [shopProgram, '--port', '0'], { stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    const [line] = z.tuple([z.instanceof(Buffer)]).parse(await once(child.stdout, 'data'))
    const { address } = z.object({ address: z.string() }).parse(JSON.parse(String(line)))
    await changeShop(address, settings)
    return await use({ address, pid: child.pid ?? 0 })
  } finally {
    child.stdin.end()
    await once(child, 'exit')
  }
}

/** @throws Error with the shop's own words when it refuses a setting */
export async function changeShop(address: string, settings: Readonly<Record<string, number>>): Promise<void> {
  const set = await fetch(`${address}/control/settings`, { method: 'POST', body: JSON.stringify(settings) })
  if (!set.ok) throw new Error(await set.text())
}
