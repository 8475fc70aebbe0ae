/** The zoom of exported pages, by click and keyboard. */
import { readRecording } from '@pone/profiles/readers/registry.ts'
import { type FlameTree, flameTree } from '@pone/profiles/views/layout.ts'
import { expect, it } from 'vitest'
import { nameOfNode } from './flame-drawing.ts'
import { flamePage } from './flame-page.ts'
import { zoomFlame } from './flame-zoom.ts'

function treeOf(text: string): FlameTree {
  const [profile] = readRecording(new TextEncoder().encode(text)).profiles
  if (profile === undefined) throw new Error('no profile')
  return flameTree(profile)
}
const shop = treeOf('main;cart;total 60\nmain;cart;tax 20\nmain;mail 15\nidle 5')
const nodeOf = (tree: FlameTree, name: string): number =>
  [...tree.nameOf.keys()].find(each => nameOfNode(tree, each, 'All') === name) ?? Number.NaN

function pageOf(tree: FlameTree, { root = -1, isIcicle = false, name = 'Shop' } = {}): string {
  const look = { colorOf: () => '#cccccc', found: null, all: 'All', isIcicle }
  const texts = {
    path: 'Path',
    reset: 'Reset',
    help: (percent: number) => `without those below ${percent.toFixed(4)} %`,
  }
  return flamePage({ tree, look, root, titleOf: node => nameOfNode(tree, node, 'All'), name, texts })
}

/** The page, its zoom begun as its script begins it. */
function open(tree: FlameTree, how: Parameters<typeof pageOf>[1] = {}): void {
  const text = pageOf(tree, how)
  document.body.innerHTML = text.slice(text.indexOf('<h1>'), text.indexOf('<script'))
  zoomFlame(document)
  document.querySelector<SVGElement>('g[tabindex="0"]')?.focus()
}
const frame = (name: string) => document.querySelector<SVGElement>(`g[data-name="${name}"]`)
/** Names of frames that are seen, with their widths as the drawing is 1,200 px wide. */
const seen = () =>
  Object.fromEntries(
    [...document.querySelectorAll('g')]
      .filter(shape => shape.getAttribute('display') !== 'none')
      .map(shape => [
        shape.getAttribute('data-name'),
        Math.round(Number(shape.querySelector('rect')?.getAttribute('width'))),
      ]),
  )
const path = () => [...document.querySelectorAll('li')].map(item => item.textContent)
const focused = () => document.activeElement?.getAttribute('data-name')
const click = (element: Element | null) => element?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
function press(...keys: string[]): void {
  for (const key of keys)
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
}
const whole = { All: 1200, main: 1140, cart: 960, total: 720, tax: 240, mail: 180, idle: 60 }
const cart = { All: 1200, main: 1200, cart: 1200, total: 900, tax: 300 }

it('a click zooms in, its callers lead back, and a button resets', () => {
  open(shop)
  expect([seen(), path()]).toEqual([whole, ['All']])
  click(frame('cart'))
  expect([seen(), path(), focused()]).toEqual([cart, ['All', 'main', 'cart'], 'cart'])
  click(frame('total'))
  click(document.querySelector('li:nth-child(3) button'))
  expect(seen()).toEqual(cart)
  click(document.querySelector('#reset'))
  expect([seen(), path()]).toEqual([whole, ['All']])
})

it('keys move the focus, zoom in, and lead back', () => {
  open(shop)
  // Callees stand above their callers.
  press('ArrowUp', 'ArrowUp', 'ArrowUp')
  expect(focused()).toBe('total')
  press('ArrowRight', 'ArrowDown', 'Enter')
  expect([focused(), seen()]).toEqual(['cart', cart])
  press('ArrowRight', 'ArrowUp', 'ArrowRight', 'ArrowLeft', ' ')
  expect(path()).toEqual(['All', 'main', 'cart', focused()])
  press('Escape')
  expect(seen()).toEqual(cart)
  press('Escape', 'Escape', 'Escape')
  expect(seen()).toEqual(whole)
  click(frame('tax'))
  press('Home')
  expect(seen()).toEqual(whole)
  expect(document.querySelectorAll('g[tabindex="0"]')).toHaveLength(1)
})

it('an icicle is walked downwards', () => {
  open(shop, { isIcicle: true })
  press('ArrowDown', 'ArrowDown', 'ArrowUp')
  expect(focused()).toBe('main')
})

it('a page that is saved while zoomed in has the whole diagram and begins where it was', () => {
  open(shop, { root: nodeOf(shop, 'cart') })
  expect([seen(), path()]).toEqual([cart, ['All', 'main', 'cart']])
  press('Home')
  expect(seen()).toEqual(whole)
})

it('names are cut to the room that they have, and written where there was none', () => {
  open(treeOf('main;a.very.long.name.of.a.method 1\nmain;other 99'))
  const label = () => frame('a.very.long.name.of.a.method')?.querySelector('text')?.textContent
  expect(label()).toBeUndefined()
  click(frame('a.very.long.name.of.a.method'))
  expect(label()).toBe('a.very.long.name.of.a.method')
})

it('frames that are too narrow to be seen appear when their caller is zoomed in', () => {
  open(treeOf('main;rare;once 2\nmain;often 9998'))
  expect(seen()).toEqual({ All: 1200, main: 1200, often: 1199 })
  press('Home')
  click(frame('rare'))
  expect(seen()).toEqual({ All: 1200, main: 1200, rare: 1200, once: 1200 })
})

it('of a diagram with very many frames the widest are exported, and the page says which are not', () => {
  const many = treeOf(Array.from({ length: 7_000 }, (_, at) => `m${at};a;b ${at < 6_000 ? 5 : 4}`).join('\n'))
  const text = pageOf(many)
  // All of them, and three for each of the wider stacks.
  expect(text.match(/<rect /g)).toHaveLength(1 + 3 * 6_000)
  expect(text).toContain('without those below 0.0118 %')
  expect(pageOf(shop)).toContain('without those below 0.0100 %')
})

it('a page may run its own script and reach nothing, whatever its names hold', () => {
  const text = pageOf(treeOf('<script>alert(1)</script> 1'), { name: '"><img src=x>' })
  const [, nonce = ''] = /script-src 'nonce-(\d+)'/.exec(text) ?? []
  expect(text).toContain("default-src 'none'")
  expect(text.match(/<script/g)).toHaveLength(1)
  expect(text).toContain(`<script nonce="${nonce}">`)
  expect(text).not.toContain('<img')
  expect(/nonce-(\d+)/.exec(pageOf(shop))?.[1]).not.toBe(nonce)
})
