/** The box around all nodes of the canvas; pure. */
import type { ReactFlowState } from '@xyflow/react'

/** Canvas units. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** null: there are no nodes. */
export function boxOf({ nodeLookup }: Pick<ReactFlowState, 'nodeLookup'>): Box | null {
  if (nodeLookup.size === 0) return null
  const [lefts, tops, rights, bottoms]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (const { internals, measured } of nodeLookup.values()) {
    const { x, y } = internals.positionAbsolute
    lefts.push(x)
    tops.push(y)
    rights.push(x + (measured.width ?? 0))
    bottoms.push(y + (measured.height ?? 0))
  }
  const [x, y] = [Math.min(...lefts), Math.min(...tops)]
  return { x, y, width: Math.max(1, Math.max(...rights) - x), height: Math.max(1, Math.max(...bottoms) - y) }
}

export const isSameBox = (a: Box | null, b: Box | null): boolean =>
  a?.x === b?.x && a?.y === b?.y && a?.width === b?.width && a?.height === b?.height
