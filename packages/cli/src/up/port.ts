/** Checks whether a TCP port can be listened on, before anything is started for it. */
import { createServer } from 'node:net'
import { CommandError } from '../exit-codes.ts'

type PortState =
  | { readonly isFree: true; readonly port: number }
  | { readonly isFree: false; readonly code: string }

/** The port itself, or any free one for 0. @throws CommandError `portTaken` */
export async function claimPort(port: number): Promise<number> {
  const state = await probePort(port)
  if (state.isFree) return state.port
  if (state.code === 'EACCES') {
    throw new CommandError(
      'portTaken',
      `This user may not listen on port ${port}; choose one above 1023 with --port.`,
    )
  }
  throw new CommandError(
    'portTaken',
    `Port ${port} is taken by another program; choose another one with --port.`,
  )
}

/** The preferred port when it is free, else any other. */
export async function preferPort(wished: number): Promise<number> {
  const state = await probePort(wished)
  return state.isFree ? state.port : claimPort(0)
}

function probePort(port: number): Promise<PortState> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', (cause: NodeJS.ErrnoException) => resolve({ isFree: false, code: cause.code ?? '' }))
    probe.listen({ port, host: '0.0.0.0', exclusive: true }, () => {
      const bound = probe.address()
      const actual = typeof bound === 'object' && bound !== null ? bound.port : port
      probe.close(() => resolve({ isFree: true, port: actual }))
    })
  })
}
