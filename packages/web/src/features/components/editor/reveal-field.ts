/** Scrolls the field of a path into view and focuses it, once it is rendered. */

/** Frames to wait for the field. */
const tries = 20

const controls = 'input, textarea, .cm-content, [tabindex="0"], button'

/** Looks for the field, else for the nearest element around it, for up to some frames, as forms and tabs may still be opening. */
export function revealField(path: string): void {
  let left = tries
  const attempt = () => {
    const exact = find(path)
    const element = exact ?? (left === 0 ? findAround(path) : null)
    if (element) {
      element.scrollIntoView({ block: 'nearest' })
      // A field may hold several controls, one of which is marked as invalid.
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
