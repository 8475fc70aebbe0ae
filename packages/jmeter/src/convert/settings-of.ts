/** Configuration elements that apply to a whole thread group → run-time settings of the component. */
import { elementOf } from '../elements/registry.ts'
import type { JmxNode } from '../jmx/plan.ts'
import type { LeftList } from './left.ts'
import { isOn, tableRows } from './scope.ts'

const onceOnly: ReadonlySet<string> = new Set([
  'CookiePanel',
  'CacheManagerGui',
  'DNSCachePanel',
  'AuthPanel',
])

/** Settings from elements of their own, except those of HTTP; those of defaults and headers are read from the group. */
export function settingsOf(
  configs: readonly JmxNode[],
  { left, text }: { left: LeftList; text: (node: JmxNode, value: string) => string },
): Record<'shared' | 'http', Record<string, unknown>> {
  const shared: Record<string, unknown> = {}
  const http: Record<string, unknown> = {}
  const earlier = new Map<string, JmxNode>()
  for (const node of configs) {
    const id = elementOf(node)?.id ?? ''
    const before = onceOnly.has(id) ? earlier.get(id) : undefined
    if (before !== undefined) left.add(before, 'replaced')
    earlier.set(id, node)
    if (id === 'CookiePanel')
      http['clearCookiesEachIteration'] = isOn(node, 'CookieManager.clearEachIteration')
    if (id === 'CookiePanel' && tableRows(node, 'CookieManager.cookies').length > 0)
      left.add(node, 'detail', { name: 'CookieManager.cookies', value: '…' })
    if (id === 'CacheManagerGui') {
      http['cache'] = true
      http['clearCacheEachIteration'] = isOn(node, 'clearEachIteration')
    }
    if (id === 'DNSCachePanel') {
      shared['hosts'] = tableRows(node, 'DNSCacheManager.hosts').map(row => ({
        name: row['StaticHost.Name'] ?? '',
        value: row['StaticHost.Address'] ?? '',
      }))
      shared['dns'] = isOn(node, 'DNSCacheManager.clearEachIteration') ? 'iteration' : 'cached'
    }
    if (id === 'AuthPanel') {
      const rows = tableRows(node, 'AuthManager.auth_list')
      const [row] = rows
      const mechanism = row?.['Authorization.mechanism'] || 'BASIC'
      if (row === undefined || rows.length > 1 || !['BASIC', 'DIGEST'].includes(mechanism)) {
        left.add(node, 'noCounterpart')
        continue
      }
      http['auth'] = {
        kind: mechanism.toLowerCase(),
        user: text(node, row['Authorization.username'] ?? ''),
        password: text(node, row['Authorization.password'] ?? ''),
      }
    }
  }
  return { shared, http }
}
