/** Load machines for the pictures: agents that only send their identity and health, some of them disconnected again. */
import { randomUUID } from 'node:crypto'
import { calls } from '@pone/contract/calls/registry.ts'
import { linkPath } from '@pone/contract/link/connection.ts'
import { type AgentMessage, serverMessageSchema } from '@pone/contract/link/messages.ts'
import type { Api } from '../driver/preparation.ts'
import type { Installation } from '../harness/installation.ts'

const gibibyte = 1024 ** 3
const racks = ['bj', 'sh', 'gz'] as const
const perRack = 14
/** Every machine with a number divisible by this is offline. */
const offlineEvery = 6

/** A cluster of about forty machines for the project; the connections stay open until this process ends. */
export async function makePark(
  installation: Installation,
  administrator: Api,
  projectId: string,
): Promise<void> {
  const { id: clusterId } = await administrator.send(calls.cluster.create, {
    name: '生产同规格压测集群',
    projectIds: [projectId],
  })
  await administrator.send(calls.cluster.create, { name: 'JMeter 老脚本', engine: 'jmeter' })
  const { token } = await administrator.send(calls.joinToken.create, {
    name: '华北机房扩容',
    clusterId,
    days: null,
    maxUses: null,
  })
  const { id: oldTokenId } = await administrator.send(calls.joinToken.create, { name: '试用', clusterId })
  await administrator.send(calls.joinToken.revoke, { id: oldTokenId })
  for (const rack of racks) {
    for (let place = 1; place <= perRack; place++) {
      const name = `load-${rack}-${String(place).padStart(2, '0')}`
      const leave = await join(installation, token, name, place)
      if (place % offlineEvery === 0) leave()
    }
  }
  const { rows } = await administrator.send(calls.loadMachine.list, { search: 'load-sh', pageSize: 50 })
  const [first, second, third] = rows
  if (!first || !second || !third) throw new Error('the machines have not joined')
  await administrator.send(calls.loadMachine.setService, { ids: [first.id], isInService: false })
  await administrator.send(calls.loadMachine.revokeKey, { id: second.id })
  await administrator.send(calls.loadMachine.edit, {
    ...third,
    clusterIds: [clusterId],
    projectIds: [projectId],
  })
}

/** Resolves when the machine was accepted; the returned function disconnects it. */
function join(installation: Installation, token: string, name: string, place: number): Promise<() => void> {
  const socket = new WebSocket(installation.address.replace(/^http/, 'ws') + linkPath)
  const send = (message: AgentMessage) => socket.send(JSON.stringify(message))
  socket.addEventListener('open', () =>
    send({
      kind: 'hello',
      token,
      name,
      host: name,
      system: 'Linux 6.12.48',
      architecture: place % 5 === 0 ? 'arm64' : 'x64',
      cores: 16,
      memoryBytes: 64 * gibibyte,
      version: '0.2.0',
      incarnation: randomUUID(),
      runs: [],
    }),
  )
  return new Promise((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error(`machine ${name} cannot join`)))
    socket.addEventListener('message', ({ data }) => {
      const message = serverMessageSchema.parse(JSON.parse(String(data)))
      if (message.kind !== 'welcome') return
      const cpu01 = ((place * 37) % 100) / 100
      const status = {
        cpu01,
        memoryUsedBytes: Math.round((8 + place * 3) * gibibyte),
        memoryTotalBytes: 64 * gibibyte,
        loadAverage: cpu01 * 16,
      }
      send({ kind: 'status', status })
      resolve(() => socket.close())
    })
  })
}
