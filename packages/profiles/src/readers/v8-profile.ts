/** Reads .cpuprofile files of V8, as written by Node and Chrome. */
import { z } from 'zod'
import { ProfileFault } from '../model/profile-fault.ts'
import { parsedJson } from './json-file.ts'
import { type ProfileReader, RecordingBuilder } from './reader.ts'

const fileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({
        functionName: z.string(),
        url: z.string().default(''),
        lineNumber: z.number().default(-1),
      }),
      hitCount: z.number().min(0).default(0),
      children: z.array(z.number()).default([]),
    }),
  ),
  startTime: z.number(),
  endTime: z.number(),
  samples: z.array(z.number()).optional(),
  timeDeltas: z.array(z.number()).optional(),
})
type V8File = z.infer<typeof fileSchema>

/** Time in which nothing was executed; it is no CPU time. */
const idle = '(idle)'

export const v8ProfileReader: ProfileReader = {
  format: 'cpuprofile',
  fits: (_, text) => text !== null && /^\s*\{/.test(text) && /"nodes"\s*:\s*\[\s*\{\s*"id"/.test(text),
  read: bytes => {
    const file = parsedJson(bytes, fileSchema)
    const recording = new RecordingBuilder()
    const weights = weightsOf(file)
    const unit = weights === null ? 'samples' : 'nanoseconds'
    const tree = recording.tree({ kind: 'cpu', unit, source: '' })
    const byId = new Map(file.nodes.map(node => [node.id, node]))
    const root = file.nodes[0]
    // Nodes that were placed already: a file whose nodes form a circle would never end.
    const seen = new Set<number>()
    const open = root === undefined ? [] : [{ node: root, parent: -1 }]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { node, parent } = next
      if (seen.has(node.id)) throw new ProfileFault('damaged', { place: node.id })
      seen.add(node.id)
      const { functionName } = node.callFrame
      if (functionName === idle) continue
      const place = functionName === '(root)' ? -1 : tree.child(parent, tree.name(nameOf(node.callFrame)))
      if (place >= 0) tree.addSelf(place, weights === null ? node.hitCount : (weights.get(node.id) ?? 0))
      for (const id of node.children) {
        const child = byId.get(id)
        if (child !== undefined) open.push({ node: child, parent: place })
      }
    }
    return recording.finish({ durationMs: Math.max(0, Math.round((file.endTime - file.startTime) / 1_000)) })
  },
}

/** Nanoseconds by node: each sample lasts until the next one; null when the file has no times. */
function weightsOf({ samples, timeDeltas, startTime, endTime }: V8File): Map<number, number> | null {
  if (samples === undefined || timeDeltas === undefined || samples.length !== timeDeltas.length) return null
  const weights = new Map<number, number>()
  const elapsed = timeDeltas.reduce((sum, delta) => sum + delta, 0)
  samples.forEach((id, at) => {
    const microseconds = timeDeltas[at + 1] ?? endTime - startTime - elapsed
    weights.set(id, (weights.get(id) ?? 0) + Math.max(0, Math.round(microseconds * 1_000)))
  })
  return weights
}

function nameOf({ functionName, url, lineNumber }: V8File['nodes'][number]['callFrame']): string {
  const name = functionName === '' ? '(anonymous)' : functionName
  const file = url.split('/').at(-1) ?? ''
  return file === '' ? name : `${name} ${file}:${lineNumber + 1}`
}
