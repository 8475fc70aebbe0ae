/** Joins what the rows of a table ask for one by one into few calls. */

/**
 * @param ask answers for all ids that were asked for within one tick, at most `most` of them; ids without an answer are left out
 * @returns asks for one id. @throws what `ask` throws; Error if its answer lacks the id
 */
export function batched<T>(
  ask: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  most: number,
): (id: string) => Promise<T> {
  let next: { readonly ids: Set<string>; readonly answer: Promise<ReadonlyMap<string, T>> } | null = null
  const begin = () => {
    const ids = new Set<string>()
    const answer = new Promise<void>(resolve => setTimeout(resolve)).then(() => {
      if (next?.ids === ids) next = null
      return ask([...ids])
    })
    return { ids, answer }
  }
  return async id => {
    if (next === null || next.ids.size >= most) next = begin()
    next.ids.add(id)
    const value = (await next.answer).get(id)
    if (value === undefined) throw new Error(`no answer for ${id}`)
    return value
  }
}
