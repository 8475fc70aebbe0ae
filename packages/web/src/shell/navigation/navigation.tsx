/** The left navigation: grouped links, arrow keys between them, width draggable, collapsible to icons; both are stored. */
import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { preparingLink } from '../../lib/navigation/page-preparation.ts'
import { session, useSession } from '../../lib/session/session.ts'
import { BrandMark } from '../../ui/plain/brand.tsx'
import { useMedia } from '../../ui/theme/use-media.ts'
import { menuOf, menuPathOf } from './menu.ts'

const narrowest = 160
const widest = 360
const collapsedWidth = 56
const keyStep = 16
/** Too narrow for titles beside a page, as a window of 1280 px enlarged to 200 %. */
const narrowWindow = '(width < 900px)'

export function Navigation({ area }: { readonly area: 'admin' | 'projects' }) {
  const t = useT()
  const isNarrow = useMedia(narrowWindow)
  const isCollapsed = useSession('isNavigationCollapsed') || isNarrow
  const width = useSession('navigationWidth')
  const productName = useSession('productName')
  const cloudMode = useSession('cloudMode')
  const isTenantAdmin = useSession('isTenantAdmin')
  const accessList = useSession('accessList')
  const current = menuPathOf(useLocation().pathname)
  const groups = useMemo(
    () => menuOf(area, { cloudMode, isTenantAdmin, accessList }),
    [area, cloudMode, isTenantAdmin, accessList],
  )
  const collapseLabel = t(isCollapsed ? 'shell.expand' : 'shell.collapse')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys of the links inside bubble here
    <nav
      className={isCollapsed ? 'navigation navigation-is-collapsed' : 'navigation'}
      style={{ width: isCollapsed ? collapsedWidth : width }}
      aria-label={t('shell.navigation')}
      onKeyDown={moveFocus}
    >
      <Link to="/" className="navigation-brand" aria-label={productName}>
        <BrandMark />
        {!isCollapsed && productName}
      </Link>
      <div className="navigation-scroll">
        {groups.map((group, index) => (
          <div key={group.title ?? 'first'} role="group" aria-label={group.title && t(group.title)}>
            {group.title && !isCollapsed && <div className="navigation-group">{t(group.title)}</div>}
            {isCollapsed && index > 0 && <div className="navigation-divider" />}
            {group.items.map(({ path, icon: Icon, route }) => (
              <Tooltip key={path} title={isCollapsed ? t(route.title) : undefined} placement="right">
                <Link
                  to={path}
                  className={path === current ? 'navigation-link navigation-link-current' : 'navigation-link'}
                  aria-current={path === current ? 'page' : undefined}
                  aria-label={t(route.title)}
                  {...preparingLink(route)}
                >
                  <Icon />
                  {!isCollapsed && (
                    <span className="navigation-text" onMouseEnter={showCutText}>
                      {t(route.title)}
                    </span>
                  )}
                </Link>
              </Tooltip>
            ))}
          </div>
        ))}
      </div>
      {!isNarrow && (
        <button
          type="button"
          className="icon-button navigation-collapse"
          aria-label={collapseLabel}
          title={collapseLabel}
          onClick={() => session.set({ isNavigationCollapsed: !isCollapsed })}
        >
          {isCollapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        </button>
      )}
      {!isCollapsed && <WidthHandle width={width} />}
    </nav>
  )
}

/** A truncated title is shown in full in a tooltip. */
function showCutText({ currentTarget: text }: MouseEvent<HTMLElement>): void {
  text.title = text.scrollWidth > text.clientWidth ? text.innerText : ''
}

const clamped = (width: number) => Math.min(widest, Math.max(narrowest, Math.round(width)))

function WidthHandle({ width }: { readonly width: number }) {
  const t = useT()
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons === 1) session.set({ navigationWidth: clamped(event.clientX) })
  }
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -keyStep : event.key === 'ArrowRight' ? keyStep : 0
    if (by !== 0) session.set({ navigationWidth: clamped(width + by) })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- a focusable separator is a window splitter
    <div
      className="navigation-handle"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('shell.navigationWidth')}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={step}
    />
  )
}

/** The up and down arrow keys move between links. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const linksInOrder = [...event.currentTarget.querySelectorAll<HTMLElement>('.navigation-link')]
  const at = linksInOrder.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  linksInOrder[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}
