/** Parts of pages that are loaded when they are needed; while the server does not answer they wait for it, so that the page around them and its input stay. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { serverConnection } from './server-connection.ts'

/** Loads code of the product. @throws what `load` threw if the server answers but does not have the code */
export async function loaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    const first = await attempt(load)
    if ('value' in first) return first.value
    const answers = await serverConnection.ask()
    await serverConnection.untilItAnswers()
    // It may have come back only now, so that its answer alone does not mean that the code is missing.
    const second = await attempt(load)
    if ('value' in second) return second.value
    if (answers && serverConnection.outage() === null) throw second.error
  }
}

async function attempt<T>(
  load: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly error: unknown }> {
  try {
    return { value: await load() }
  } catch (error) {
    return { error }
  }
}

/** Like React's `lazy`. */
// oxlint-disable-next-line typescript/no-explicit-any -- as in the declaration of `lazy`
export const lazyPart = <C extends ComponentType<any>>(
  load: () => Promise<{ default: C }>,
): LazyExoticComponent<C> => lazy(() => loaded(load))
