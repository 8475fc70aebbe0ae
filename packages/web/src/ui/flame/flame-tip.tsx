/** What the frame under the pointer is and weighs. */

export interface Pointed {
  readonly node: number
  /** Of the pointer in the window, in px. */
  readonly left: number
  readonly top: number
}

/** Width of the tip at most, as in the style sheet. */
const tipPx = 340

export function FlameTip(props: { readonly at: Pointed; readonly widthPx: number; readonly text: string }) {
  const { at, widthPx, text } = props
  const left = Math.min(at.left + 12, Math.max(0, widthPx - tipPx))
  return (
    <div className="flame-tip" style={{ left, top: at.top + 16 }}>
      {text}
    </div>
  )
}
