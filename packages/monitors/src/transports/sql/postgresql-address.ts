/** Where a monitor of PostgreSQL signs in: a host, or a socket of the agent's machine in a folder that its owner lists. */
import { join } from 'node:path'
import { TargetFault } from '../../target-fault.ts'
import type { ParamValues } from '../../type.ts'
import { allowedSocket } from '../allowed-socket.ts'
import { connectionFault } from '../connection-fault.ts'
import { notAllowed } from '../not-allowed.ts'
import { paramText } from './session.ts'
import { type WireAddress, wireAddress } from './wire-session.ts'

/** There is no TLS on a socket. @throws TargetFault `notAllowed` of a socket outside the folders */
export async function postgresqlAddress(
  params: ParamValues,
  folders: readonly string[],
): Promise<WireAddress> {
  const address = wireAddress(params)
  if (params['access'] !== 'socket') return address
  const folder = paramText(params, 'socket').replace(/(?<=.)\/$/, '')
  if (!Number.isInteger(address.port)) throw new TargetFault('malformed')
  const name = `.s.PGSQL.${address.port}`
  const sockets = folders.map(each => join(each, name))
  const socketPath = await allowedSocket(`${folder}/${name}`, sockets).catch((error: unknown) => {
    throw connectionFault(error)
  })
  if (socketPath === undefined) throw notAllowed('PONE_AGENT_DATABASE_SOCKETS', folder)
  return { ...address, socketPath, host: folder, isTls: false }
}
