/** What the demo shop sells: a fixed catalogue made by arithmetic, the same on every start. */

export interface Good {
  readonly id: number
  readonly name: string
  /** In cents. */
  readonly priceCents: number
  readonly stock: number
}

export interface GoodsPage {
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly items: readonly Good[]
}

const total = 200
const pageSize = 20
const kinds = ['乌龙茶 Oolong', '绿茶 Green tea', '普洱 Pu-erh', '茉莉花茶 Jasmine', '红茶 Black tea']

export function findGood(id: number): Good | undefined {
  if (!Number.isInteger(id) || id < 1 || id > total) return undefined
  const kind = kinds[id % kinds.length] ?? ''
  return { id, name: `${kind} ${id}`, priceCents: 900 + ((id * 137) % 4000), stock: 1_000_000 }
}

/** `page` counts from 1; a page behind the last one is empty. */
export function listGoods(page: number): GoodsPage {
  const first = (page - 1) * pageSize + 1
  const ids = Array.from({ length: pageSize }, (_, index) => first + index)
  const items = ids.map(findGood).filter(good => good !== undefined)
  return { page, pageSize, total, items }
}
