/** The demo shop in Java as a process: compiled into a folder of its own, started on a free port, ended with it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const sources = fileURLToPath(new URL('../../java/shop', import.meta.url))
const compileLimitMs = 60_000
const startLimitMs = 30_000

/** What is slow in the shop until it is cured. */
export type JavaShopFault = 'prices' | 'baskets' | 'stock'

export interface JavaShop {
  readonly address: string
  readonly pid: number
  /** Part of its command line that no other process has: a monitor of JVMs finds it by this. */
  readonly process: string
  change(faults: Partial<Record<JavaShopFault, 'slow' | 'cured'>>): Promise<void>
  /** Ends it and removes its folder. */
  close(): Promise<void>
}

/** Methods that flame diagrams name first, of each type, while their fault is not cured. */
export const javaShopMethods = {
  cpu: 'shop.Prices.discounted',
  alloc: 'shop.Baskets.copy',
  lock: 'shop.Stock.reserve',
} as const

export interface JavaShopPlace {
  readonly host?: string
  /** 0 takes any free one. */
  readonly port?: number
}

/** Needs `javac` and `java`. @throws Error when they are missing, and when the shop cannot listen */
export async function startJavaShop({ host = '127.0.0.1', port = 0 }: JavaShopPlace = {}): Promise<JavaShop> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-java-shop-'))
  let child: ChildProcess | undefined
  try {
    await compile(folder)
    child = spawn('java', ['-Xmx128m', '-cp', folder, 'shop.Shop', host, String(port)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const address = await addressOf(child)
    return openJavaShop(child, folder, address)
  } catch (error) {
    child?.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function compile(folder: string): Promise<void> {
  const files = (await readdir(sources)).filter(name => name.endsWith('.java'))
  const args = ['-d', folder, ...files.map(name => join(sources, name))]
  await promisify(execFile)('javac', args, { timeout: compileLimitMs })
}

async function addressOf(child: ChildProcess): Promise<string> {
  const late = setTimeout(() => child.kill('SIGKILL'), startLimitMs)
  const failed = once(child, 'error').then(([cause]) => Promise.reject(cause as Error))
  const told = async (): Promise<string> => {
    if (child.stdout === null) throw new Error('the shop has no output')
    for await (const line of createInterface(child.stdout)) {
      const said = JSON.parse(line) as { address: string }
      return said.address
    }
    throw new Error('the shop ended before it listened')
  }
  try {
    return await Promise.race([told(), failed])
  } finally {
    clearTimeout(late)
  }
}

function openJavaShop(child: ChildProcess, folder: string, address: string): JavaShop {
  const ended = once(child, 'exit')
  return {
    address,
    pid: child.pid ?? 0,
    process: folder,
    change: async faults => {
      const url = `${address}/control/settings?${new URLSearchParams(faults)}`
      const answer = await fetch(url, { method: 'POST' })
      if (!answer.ok) throw new Error(`the shop refuses its settings: ${await answer.text()}`)
    },
    close: async () => {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
