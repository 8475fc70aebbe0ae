/** The newest values of the counters that a node shows: all of them, or the one that matters most. */
import type { LinkNode, ShownCounter } from '@pone/contract/entities/monitor-link.ts'
import { useContext, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useSession } from '../../../../lib/session/session.ts'
import { counterName, counterValue } from './counter-texts.ts'
import { breaches, keyOf } from './health.ts'
import { LinkContext } from './link-context.ts'

export const nothing = () => () => undefined

export function Counters({ node }: { readonly node: LinkNode }) {
  const language = useSession('language')
  const { types } = useContext(LinkContext)
  if (node.counters.length === 0) return null
  const type = types.typeOf({ type: node.targetType })
  return (
    <dl className="link-counters">
      {node.counters.map(shown => (
        <div key={keyOf(shown)}>
          <dt title={counterName(type, shown, language)}>{counterName(type, shown, language)}</dt>
          <Value node={node} shown={shown} as="dd" />
        </div>
      ))}
    </dl>
  )
}

/** The first counter beyond a limit of its type; while there is none, the first one. */
export function MainCounter({ node }: { readonly node: LinkNode }) {
  const language = useSession('language')
  const { live: store, types } = useContext(LinkContext)
  const type = types.typeOf({ type: node.targetType })
  const position = useSyncExternalStore(store?.subscribeTo(node.monitorId) ?? nothing, () => {
    const broken = breaches(type, store?.monitor(node.monitorId)?.values ?? [])
    return Math.max(
      0,
      node.counters.findIndex(each => broken.has(keyOf(each))),
    )
  })
  const shown = node.counters[position]
  if (shown === undefined) return null
  const name = counterName(type, shown, language)
  return (
    // biome-ignore lint/a11y/useSemanticElements: one value is no list, and no form has a legend here
    <div role="group" aria-label={name} title={name} className="link-main-counter">
      <Value node={node} shown={shown} as="span" />
    </div>
  )
}

/** The newest value, written past React: 600 values that change every 2 s would be 600 renders. */
function Value(props: { readonly node: LinkNode; readonly shown: ShownCounter; readonly as: 'dd' | 'span' }) {
  const { node, shown, as: Tag } = props
  const language = useSession('language')
  const { live: store, types } = useContext(LinkContext)
  const ref = useRef<HTMLElement & HTMLSpanElement>(null)
  const { monitorId, targetType } = node
  useLayoutEffect(() => {
    const place = ref.current
    if (store === null || place === null) return
    // One text that changes costs less than one that is put in the place of another.
    const text = new Text()
    place.replaceChildren(text)
    const type = types.typeOf({ type: targetType })
    const show = () => {
      const values = store.monitor(monitorId)?.values ?? []
      const value = values.find(each => keyOf(each) === keyOf(shown))?.value ?? null
      const now = counterValue(type, shown, { value, language })
      if (text.data !== now) text.data = now
      place.classList.toggle('link-broken', breaches(type, values).has(keyOf(shown)))
    }
    show()
    return store.subscribeTo(monitorId)(show)
  }, [store, types, monitorId, targetType, shown, language])
  return store === null ? null : <Tag ref={ref} />
}
