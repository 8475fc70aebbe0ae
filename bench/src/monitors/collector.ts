/** What collecting from many targets costs an agent. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import { round } from '../statistics.ts'

const figuresSchema = z.object({
  agentCpuUs: z.number(),
  collectorCpuUs: z.number(),
  elapsedMs: z.number(),
  rows: z.number(),
  samples: z.number(),
  agentResidentBytes: z.number(),
  collectorResidentBytes: z.number(),
  failed: z.record(z.string(), z.number()),
})
const portSchema = z.object({ port: z.number() })

/** @throws Error if a target could not be collected */
export async function measureCollector(
  { targets, seconds }: { readonly targets: number; readonly seconds: number },
  print: (line: string) => void,
) {
  const server = fork(new URL('./redis-targets.ts', import.meta.url))
  try {
    const { port } = portSchema.parse(await messageOf(server))
    const collecting = fork(
      new URL('./collector-process.ts', import.meta.url),
      [port, targets, seconds].map(String),
    )
    const figures = figuresSchema.parse(await messageOf(collecting))
    if (Object.keys(figures.failed).length > 0)
      throw new Error(`Simulated targets failed: ${JSON.stringify(figures.failed)}`)
    const percentOf = (cpuUs: number): number => (cpuUs / 1_000 / figures.elapsedMs) * 100
    const cpuPercent = percentOf(figures.agentCpuUs + figures.collectorCpuUs)
    print(
      `collected: ${figures.samples} samples of ${targets} targets with ${Math.round(cpuPercent)} % of a core`,
    )
    return {
      collectorCpuPercentPer100: round((cpuPercent * 100) / targets),
      targets,
      collector: {
        samplesPerSecond: round(figures.samples / (figures.elapsedMs / 1_000)),
        rowsPerTarget: round(figures.rows / targets),
        agentCpuPercentPer100: round((percentOf(figures.agentCpuUs) * 100) / targets),
        agentResidentMiB: round(figures.agentResidentBytes / 1024 ** 2),
        residentMiB: round(figures.collectorResidentBytes / 1024 ** 2),
      },
    }
  } finally {
    server.disconnect()
  }
}

/** The first message of a process. @throws Error if it ends without one */
async function messageOf(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A process of the bench ended with code ${String(code)}`)
  })
  const [message]: unknown[] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => undefined)
  return message
}
