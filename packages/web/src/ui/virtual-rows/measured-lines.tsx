/** A scrolled element with a long list of lines whose heights differ: only those in view are rendered. */
import { type ComponentProps, Fragment, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useMeasuredRows } from './use-measured-rows.ts'

interface MeasuredLinesProps extends Omit<ComponentProps<'div'>, 'ref'> {
  /** What the height of each line depends on, from the top: lines with equal texts have equal heights. */
  readonly texts: readonly string[]
  /** CSS pixels; assumed of a line that has not been drawn yet. */
  readonly estimatePx: number
  /** Draws a line; its element has the index as `data-index`, and no margin. */
  readonly line: (index: number) => ReactNode
  /** Keeps the last line in view while lines are added or the element is resized. */
  readonly isFollowing?: boolean
}

export function MeasuredLines(props: MeasuredLinesProps) {
  const { texts, estimatePx, line, isFollowing = false, children, ...attributes } = props
  const box = useRef<HTMLDivElement>(null)
  const { placed, belowPx, totalPx, viewPx } = useMeasuredRows({ box, texts, estimatePx })
  // Only the list is scrolled, not the page around it.
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => {
    if (isFollowing && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [box, isFollowing, texts, totalPx, viewPx])
  return (
    <div ref={box} {...attributes}>
      {children}
      {placed.map(({ index, gapPx }) => (
        // Lines may be equal, so the key is the index.
        <Fragment key={index}>
          {gapPx > 0 && <div aria-hidden style={{ height: gapPx }} />}
          {line(index)}
        </Fragment>
      ))}
      {belowPx > 0 && <div aria-hidden style={{ height: belowPx }} />}
    </div>
  )
}
