/** Personal information, password and appearance settings of the signed-in user. */
import { authCalls } from '@pone/contract/calls/auth.ts'
import { Button, ColorPicker, Input, Radio, Segmented, Tabs } from 'antd'
import { api } from '../../lib/api.ts'
import { setLanguage, useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { type BackgroundColor, session, useSession } from '../../lib/session/session.ts'
import { ContractForm } from '../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../ui/form/field.tsx'
import { accents, backgrounds } from '../../ui/theme/palette.ts'
import { useScheme } from '../../ui/theme/use-scheme.ts'
import './person-dialog.css'
import { FormDialog } from '../../ui/form/form-layer.tsx'
import { ApiTokens } from './api-tokens.tsx'
import { PasswordForm } from './password-form.tsx'
import type { PersonTab } from './person-tab.ts'

export interface PersonDialogProps {
  readonly tab: PersonTab
  readonly onTab: (tab: PersonTab) => void
  readonly onClose: () => void
}

export function PersonDialog({ tab, onTab, onClose }: PersonDialogProps) {
  const t = useT()
  const isAdministrator = useSession('isAdministrator')
  const cancel = <Button onClick={onClose}>{t('action.cancel')}</Button>
  return (
    <FormDialog title={t('person.title')} footer={null} onClose={onClose} width={720} destroyOnHidden>
      <Tabs
        activeKey={tab}
        onChange={key => onTab(key as PersonTab)}
        items={[
          { key: 'profile', label: t('person.profile'), children: <Profile onDone={onClose} /> },
          {
            key: 'password',
            label: t('person.password'),
            children: (
              <PasswordForm
                secondaryAction={cancel}
                onDone={() => {
                  notify({ kind: 'success', text: t('password.changed') })
                  onClose()
                }}
              />
            ),
          },
          ...(isAdministrator
            ? []
            : [{ key: 'apiTokens', label: t('person.apiTokens'), children: <ApiTokens /> }]),
          { key: 'appearance', label: t('person.appearance'), children: <Appearance /> },
        ]}
      />
    </FormDialog>
  )
}

function Profile({ onDone }: { readonly onDone: () => void }) {
  const t = useT()
  const { account, userName, email, mobilePhone, organisation } = session.get()
  return (
    <ContractForm
      schema={authCalls.updateProfile.input}
      initialValues={{ realName: userName, email, phone: mobilePhone, organisation }}
      onSubmit={async value => {
        const saved = await api.auth.updateProfile(value)
        session.set({
          userName: saved.realName,
          email: saved.email,
          mobilePhone: saved.phone,
          organisation: saved.organisation,
        })
        notify({ kind: 'success', text: t('notice.saved') })
        onDone()
      }}
    >
      <p className="secondary">
        {t('user.account')} <b>{account}</b>
      </p>
      <div className="form-grid">
        <Field name="realName" label={t('user.realName')}>
          <Input autoComplete="name" />
        </Field>
        <Field name="organisation" label={t('user.organisation')}>
          <Input autoComplete="organization" />
        </Field>
        <Field name="email" label={t('user.email')}>
          <Input autoComplete="email" />
        </Field>
        <Field name="phone" label={t('user.phone')}>
          <Input autoComplete="tel" />
        </Field>
      </div>
      <div className="form-actions">
        <Button onClick={onDone}>{t('action.cancel')}</Button>
        <SubmitButton />
      </div>
    </ContractForm>
  )
}

function Appearance() {
  const t = useT()
  const scheme = useScheme()
  const colorMode = useSession('colorMode')
  const accent = useSession('accentColor')
  const background = useSession('backgroundColor')
  const language = useSession('language')
  return (
    <div className="appearance">
      <span id="look-mode">{t('shell.colorMode')}</span>
      <Segmented
        aria-labelledby="look-mode"
        value={colorMode}
        onChange={value => session.set({ colorMode: value })}
        options={(['light', 'dark', 'system'] as const).map(value => ({
          value,
          label: t(`colorMode.${value}`),
        }))}
      />
      <span id="look-language">{t('appearance.language')}</span>
      <Segmented
        aria-labelledby="look-language"
        value={language}
        onChange={setLanguage}
        options={[
          { value: 'zh' as const, label: '中文' },
          { value: 'en' as const, label: 'English' },
        ]}
      />
      <span id="look-accent">{t('appearance.accent')}</span>
      <div className="appearance-row" role="radiogroup" aria-labelledby="look-accent">
        {accents.map(color => (
          <button
            key={color}
            type="button"
            role="radio"
            aria-checked={color === accent}
            aria-label={color}
            className={color === accent ? 'swatch swatch-chosen' : 'swatch'}
            style={{ background: color }}
            onClick={() => session.set({ accentColor: color })}
          />
        ))}
        <ColorPicker
          value={accent}
          disabledAlpha
          onChangeComplete={color => session.set({ accentColor: color.toHexString() })}
          aria-label={t('appearance.ownAccent')}
        />
      </div>
      <span id="look-background">{t('appearance.background')}</span>
      <Radio.Group
        aria-labelledby="look-background"
        value={background}
        onChange={event => session.set({ backgroundColor: event.target.value as BackgroundColor })}
      >
        {(Object.keys(backgrounds) as BackgroundColor[]).map(name => (
          <Radio key={name} value={name}>
            <span className="appearance-tint" style={{ background: backgrounds[name][scheme] }} aria-hidden />
            {t(`appearance.background.${name}`)}
          </Radio>
        ))}
      </Radio.Group>
    </div>
  )
}
