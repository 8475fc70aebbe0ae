import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { discoverTargets } from './discovery.ts'

test('sockets are proposed only where the owner of the machine allows them, each engine once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pone-discovery-'))
  const at = (name: string) => join(folder, name)
  const names = ['.s.PGSQL.5499', 'docker.sock', 'secret.sock']
  const servers = await Promise.all(
    names.map(async name => {
      const server = createServer(socket => socket.destroy())
      await new Promise<void>(resolve => server.listen(at(name), resolve))
      return server
    }),
  )
  try {
    await symlink(at('docker.sock'), at('usual.sock'))
    await symlink(at('secret.sock'), at('linked.sock'))
    const sockets = async (databaseSockets: string[], containerSockets: string[]) => {
      const { targets } = await discoverTargets({
        slowLogFolders: [],
        databaseSockets,
        containerSockets,
        jvmAccounts: [],
      })
      expect(targets.filter(({ type }) => type === 'jvm')).toEqual([])
      return targets.flatMap(({ type, params }) => (params['access'] === 'socket' ? [[type, params]] : []))
    }
    expect(await sockets([], [])).toEqual([])
    const listed = ['docker', 'usual', 'linked', 'absent'].map(name => at(`${name}.sock`))
    expect(await sockets([folder], listed)).toEqual([
      ['postgresql', { access: 'socket', socket: folder, port: 5499 }],
      ['docker', { access: 'socket', socket: at('docker.sock') }],
    ])
  } finally {
    for (const server of servers) server.close()
    await rm(folder, { recursive: true })
  }
})
