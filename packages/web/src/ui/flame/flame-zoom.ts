/** Zoom of a flame diagram in an exported page, which has nothing but the text of this one function: whatever it needs stands within it. */

/** Draws as the page of flame diagrams does. Frames are the groups of the drawing, with their place in it as attributes. The one with the id `first` is zoomed in at the beginning. */
// oxlint-disable-next-line max-lines-per-function -- its text is copied into exported pages
export function zoomFlame(page: Document): void {
  const drawing = page.querySelector('svg')
  const path = page.querySelector('ol')
  if (drawing === null || path === null) return
  const whole = Number(drawing.getAttribute('width'))
  const numberIn = (element: Element, name: string) => Number(element.getAttribute(name))
  const frames = [...drawing.querySelectorAll('g')].map(shape => {
    const box = shape.querySelector('rect')
    return {
      shape,
      box,
      name: shape.getAttribute('data-name') ?? '',
      row: numberIn(shape, 'data-row'),
      top: box === null ? 0 : numberIn(box, 'y'),
      /** In the whole diagram. */
      left: numberIn(shape, 'data-left'),
      width: numberIn(shape, 'data-width'),
      /** As it is drawn; less than half a pixel is not. */
      x: 0,
      shown: 0,
    }
  })
  type Frame = (typeof frames)[number]
  const [all] = frames
  if (all === undefined) return
  let root = frames.find(({ shape }) => shape.id === 'first') ?? all
  let current = root
  /** Whether the frame is a caller of the other one, or that frame itself. */
  const holds = (one: Frame, other: Frame) =>
    one.row <= other.row &&
    one.left <= other.left + 1e-4 &&
    one.left + one.width >= other.left + other.width - 1e-4
  const callersOf = (frame: Frame) =>
    frames.filter(each => holds(each, frame)).sort((one, other) => one.row - other.row)

  const draw = (frame: Frame) => {
    const { shape, box, name, x, shown } = frame
    shape.setAttribute('display', shown < 0.5 ? 'none' : 'inline')
    if (shown < 0.5 || box === null) return
    box.setAttribute('x', String(x))
    box.setAttribute('width', String(Math.max(0.5, shown - 0.5)))
    shape.querySelector('text')?.remove()
    const room = Math.floor((shown - 8) / 6.6)
    if (room < 3) return
    const label = page.createElementNS('http://www.w3.org/2000/svg', 'text')
    label.setAttribute('x', String(x + 4))
    label.setAttribute('y', String(frame.top + 13))
    label.textContent = name.length <= room ? name : `${name.slice(0, room - 1)}…`
    shape.append(label)
  }
  const choose = (frame: Frame) => {
    current.shape.setAttribute('tabindex', '-1')
    frame.shape.setAttribute('tabindex', '0')
    current = frame
  }
  const focus = (frame: Frame) => {
    choose(frame)
    frame.shape.focus()
  }
  const zoom = (frame: Frame) => {
    root = frame
    const callers = callersOf(frame)
    for (const each of frames) {
      const isCaller = callers.includes(each)
      const scale = whole / frame.width
      each.x = isCaller ? 0 : (each.left - frame.left) * scale
      each.shown = isCaller ? whole : holds(frame, each) ? each.width * scale : 0
      draw(each)
    }
    path.replaceChildren(
      ...callers.map(caller => {
        const button = page.createElement('button')
        button.textContent = caller.name
        button.addEventListener('click', () => go(caller))
        const item = page.createElement('li')
        item.append(button)
        return item
      }),
    )
    choose(frame)
  }
  const go = (frame: Frame) => {
    zoom(frame)
    focus(frame)
  }
  /** To the widest caller or callee above or below, or to the neighbour at one side. */
  const step = (down: number, right: number) => {
    const { top, x, shown } = current
    const isAside = (each: Frame) =>
      each.top === top && (right > 0 ? each.x >= x + shown - 1e-4 : each.x < x - 1e-4)
    const isCall = (each: Frame) =>
      Math.sign(each.top - top) === down &&
      Math.abs(each.row - current.row) === 1 &&
      (holds(each, current) || holds(current, each))
    const [next] = frames
      .filter(each => each.shown >= 0.5 && (right === 0 ? isCall(each) : isAside(each)))
      .sort((one, other) => (right === 0 ? other.shown - one.shown : right * (one.x - other.x)))
    if (next !== undefined) focus(next)
  }
  const keys: Record<string, () => void> = {
    Enter: () => go(current),
    ' ': () => go(current),
    Escape: () => go(callersOf(root).at(-2) ?? all),
    Home: () => go(all),
    ArrowUp: () => step(-1, 0),
    ArrowDown: () => step(1, 0),
    ArrowLeft: () => step(0, -1),
    ArrowRight: () => step(0, 1),
  }
  for (const frame of frames) frame.shape.addEventListener('click', () => go(frame))
  drawing.addEventListener('keydown', event => {
    const act = keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  page.querySelector('#reset')?.addEventListener('click', () => go(all))
  zoom(root)
}
