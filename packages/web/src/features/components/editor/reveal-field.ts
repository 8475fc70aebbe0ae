/** Brings the field that a path names to view and puts the focus into it, once it is drawn. */

/** Frames to wait for the field. */
const tries = 20

const controls = 'input, textarea, .cm-content, [tabindex="0"], button'

/** Looks for the field, else for the nearest thing around it, for up to some frames: forms and tabs may open only now. */
export function revealField(path: string): void {
  let left = tries
  const attempt = () => {
    const exact = find(path)
    const element = exact ?? (left === 0 ? findAround(path) : null)
    if (element) {
      element.scrollIntoView({ block: 'nearest' })
      // A field may hold several controls, of which one is marked as wrong.
      const control =
        element.querySelector<HTMLElement>('[aria-invalid="true"]') ??
        element.querySelector<HTMLElement>(controls)
      control?.focus()
      return
    }
    left -= 1
    if (left >= 0) requestAnimationFrame(attempt)
  }
  requestAnimationFrame(attempt)
}

function find(path: string): Element | null {
  return document.querySelector(`[data-field="${CSS.escape(path)}"]`)
}

function findAround(path: string): Element | null {
  for (let around = path; around.includes('.'); ) {
    around = around.slice(0, around.lastIndexOf('.'))
    const element = find(around)
    if (element) return element
  }
  return null
}
