/** Shows all nodes again when the canvas gets another size, as when a window is resized or full screen ends. */
import { useReactFlow, useStore } from '@xyflow/react'
import { type RefObject, useEffect } from 'react'

interface RefitProps {
  /** Whether a person has moved the view, which then stays. */
  readonly isMoved: RefObject<boolean>
  readonly options: { readonly maxZoom: number; readonly padding: number }
}

export function Refit({ isMoved, options }: RefitProps) {
  const { fitView } = useReactFlow()
  const width = useStore(state => state.width)
  const height = useStore(state => state.height)
  useEffect(() => {
    if (width > 0 && height > 0 && !isMoved.current) void fitView(options)
  }, [width, height, isMoved, fitView, options])
  return null
}
