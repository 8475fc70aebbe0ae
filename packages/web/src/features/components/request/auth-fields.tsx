/** Authentication of requests: the kind, and the credentials that it needs; for the run-time settings and for one request. */
import { isReference } from '@pone/plan/component/credentials.ts'
import type { HttpAuth, HttpRequest } from '@pone/protocols/http/definition/request.ts'
import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import { CredentialInput } from '../fields/credential-input.tsx'
import { Field } from '../fields/field.tsx'
import { TemplateInput } from '../fields/template-input.tsx'

type Auth = HttpRequest['auth']
type TextKey = 'user' | 'tokenUrl' | 'clientId' | 'scope'
type SecretKey = 'password' | 'token' | 'clientSecret'

const ownKinds = ['none', 'basic', 'digest', 'bearer', 'oauth2'] as const
const places = ['header', 'body'] as const

interface AuthFieldsProps<A extends Auth> {
  readonly auth: A
  /** Where problems point to. */
  readonly path: string
  /** A request may leave it to the run-time settings. */
  readonly kinds: readonly A['kind'][]
  readonly onChange: (auth: A, field?: string) => void
}

export const settingAuthKinds: readonly HttpAuth['kind'][] = ownKinds
export const requestAuthKinds: readonly Auth['kind'][] = ['asSet', ...ownKinds]

export function AuthFields<A extends Auth>({ auth, path, kinds, onChange }: AuthFieldsProps<A>) {
  const t = useT()
  const { isReadOnly } = useEditor()
  // Switching the kind to and fro must not lose what was typed.
  const [kept, setKept] = useState<Partial<Record<Auth['kind'], Auth>>>({})
  // In the run-time settings the section's title says it already.
  const title = t(path.startsWith('settings') ? 'component.auth.kind' : 'component.auth.title')
  const change = (next: Auth, field?: string) => onChange(next as A, field)
  const text = (key: TextKey, value: string) => (
    <Field path={`${path}.${key}`} label={t(`component.auth.${key}`)}>
      <TemplateInput
        isMono
        value={value}
        label={t(`component.auth.${key}`)}
        placeholder={placeholders[key]}
        onChange={next => change({ ...auth, [key]: next }, key)}
      />
    </Field>
  )
  const secret = (key: SecretKey, value: string) => (
    <Field
      path={`${path}.${key}`}
      label={t(`component.auth.${key}`)}
      help={value === '' || isReference(value) ? undefined : t('component.auth.sealedHelp')}
    >
      <CredentialInput
        value={value}
        label={t(`component.auth.${key}`)}
        placeholder={`\${${key}}`}
        onChange={next => change({ ...auth, [key]: next }, key)}
      />
    </Field>
  )
  return (
    <>
      <Field path={path} label={title} help={t(`component.auth.${auth.kind}Help`)}>
        <Select
          value={auth.kind}
          disabled={isReadOnly}
          style={{ width: 240 }}
          aria-label={title}
          options={kinds.map(value => ({ value, label: t(`component.auth.${value}`) }))}
          onChange={kind => {
            setKept({ ...kept, [auth.kind]: auth })
            change(kept[kind] ?? emptyAuth(kind))
          }}
        />
      </Field>
      {(auth.kind === 'basic' || auth.kind === 'digest') && (
        <>
          {text('user', auth.user)}
          {secret('password', auth.password)}
        </>
      )}
      {auth.kind === 'bearer' && secret('token', auth.token)}
      {auth.kind === 'oauth2' && (
        <>
          {text('tokenUrl', auth.tokenUrl)}
          {text('clientId', auth.clientId)}
          {secret('clientSecret', auth.clientSecret)}
          {text('scope', auth.scope)}
          <Field label={t('component.auth.place')}>
            <Segmented
              value={auth.clientAuthentication}
              disabled={isReadOnly}
              aria-label={t('component.auth.place')}
              options={places.map(value => ({ value, label: t(`component.auth.place.${value}`) }))}
              onChange={clientAuthentication => change({ ...auth, clientAuthentication })}
            />
          </Field>
        </>
      )}
    </>
  )
}

/** Shown in empty fields. */
const placeholders: Partial<Record<TextKey, string>> = { tokenUrl: 'https://…/token' }

function emptyAuth(kind: Auth['kind']): Auth {
  switch (kind) {
    case 'basic':
    case 'digest':
      return { kind, user: '', password: '' }
    case 'bearer':
      return { kind, token: '' }
    case 'oauth2':
      return { kind, tokenUrl: '', clientId: '', clientSecret: '', scope: '', clientAuthentication: 'header' }
    default:
      return { kind }
  }
}
