/** TLS among the run-time settings: versions, name, trust, client certificate. */
import type { ClientCertificate, RunSettings, TlsSettings } from '@pone/plan/settings/run-settings.ts'
import { Segmented, Switch } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import { AttachmentField } from '../fields/attachment-field.tsx'
import { CredentialInput } from '../fields/credential-input.tsx'
import { Field } from '../fields/field.tsx'
import { TemplateInput } from '../fields/template-input.tsx'

interface TlsFieldsProps {
  readonly settings: RunSettings
  readonly onChange: (changes: Partial<RunSettings>, field?: string) => void
}

const versions = ['any', '1.2', '1.3'] as const
const certificateKinds = ['none', 'pem', 'p12'] as const
const certificateEndings = ['.cer', '.crt', '.pem']
const keyEndings = ['.key', '.pem']
const storeEndings = ['.p12', '.pfx']

export function TlsFields({ settings, onChange }: TlsFieldsProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const { tls } = settings
  const set = (changes: Partial<TlsSettings>, field?: string) =>
    onChange({ tls: { ...tls, ...changes } }, field === undefined ? undefined : `tls.${field}`)
  return (
    <>
      <Field label={t('component.tls.version')}>
        <Segmented
          value={tls.version}
          disabled={isReadOnly}
          aria-label={t('component.tls.version')}
          options={versions.map(value => ({
            value,
            label: value === 'any' ? t('component.tls.any') : `TLS ${value}`,
          }))}
          onChange={version => set({ version })}
        />
      </Field>
      <Field label={t('component.tls.reuseSessions')} help={t('component.tls.reuseSessionsHelp')}>
        <Switch
          checked={tls.reuseSessions}
          disabled={isReadOnly}
          aria-label={t('component.tls.reuseSessions')}
          onChange={reuseSessions => set({ reuseSessions })}
        />
      </Field>
      <Field
        path="settings.tls.serverName"
        label={t('component.tls.serverName')}
        help={t('component.tls.serverNameHelp')}
      >
        <TemplateInput
          isMono
          value={tls.serverName}
          label={t('component.tls.serverName')}
          onChange={serverName => set({ serverName }, 'serverName')}
        />
      </Field>
      <Field
        path="settings.tls.trustedFileId"
        label={t('component.tls.trusted')}
        help={t('component.tls.trustedHelp')}
      >
        <AttachmentField
          label={t('component.tls.trusted')}
          kind="certificate"
          extensions={certificateEndings}
          fileId={tls.trustedFileId}
          onChange={file => set({ trustedFileId: file.id })}
          onClear={() => set({ trustedFileId: null })}
        />
      </Field>
      <CertificateFields
        certificate={tls.clientCertificate}
        onChange={(clientCertificate, field) => set({ clientCertificate }, field)}
      />
    </>
  )
}

interface CertificateFieldsProps {
  readonly certificate: ClientCertificate
  readonly onChange: (certificate: ClientCertificate, field?: string) => void
}

function CertificateFields({ certificate, onChange }: CertificateFieldsProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const path = 'settings.tls.clientCertificate'
  // Switching the kind to and fro must not lose which files were chosen.
  const [kept, setKept] = useState<Partial<Record<ClientCertificate['kind'], ClientCertificate>>>({})
  const switchTo = (kind: ClientCertificate['kind']) => {
    setKept({ ...kept, [certificate.kind]: certificate })
    onChange(kept[kind] ?? emptyCertificate(kind))
  }
  return (
    <>
      <Field label={t('component.tls.certificate')} help={t('component.tls.certificateHelp')}>
        <Segmented
          value={certificate.kind}
          disabled={isReadOnly}
          aria-label={t('component.tls.certificate')}
          options={certificateKinds.map(value => ({ value, label: t(`component.tls.certificate.${value}`) }))}
          onChange={switchTo}
        />
      </Field>
      {certificate.kind === 'pem' && (
        <>
          <Field path={`${path}.certificateFileId`} label={t('component.tls.certificateFile')}>
            <AttachmentField
              label={t('component.tls.certificateFile')}
              kind="certificate"
              extensions={certificateEndings}
              fileId={certificate.certificateFileId}
              onChange={file => onChange({ ...certificate, certificateFileId: file.id })}
            />
          </Field>
          <Field
            path={`${path}.keyFileId`}
            label={t('component.tls.keyFile')}
            help={t('component.tls.keyFileHelp')}
          >
            <AttachmentField
              label={t('component.tls.keyFile')}
              kind="certificate"
              extensions={keyEndings}
              fileId={certificate.keyFileId}
              onChange={file => onChange({ ...certificate, keyFileId: file.id })}
              onClear={() => onChange({ ...certificate, keyFileId: null })}
            />
          </Field>
        </>
      )}
      {certificate.kind === 'p12' && (
        <Field path={`${path}.fileId`} label={t('component.tls.storeFile')}>
          <AttachmentField
            label={t('component.tls.storeFile')}
            kind="certificate"
            extensions={storeEndings}
            fileId={certificate.fileId}
            onChange={file => onChange({ ...certificate, fileId: file.id })}
          />
        </Field>
      )}
      {certificate.kind !== 'none' && (
        <Field
          path={`${path}.passphrase`}
          label={t('component.tls.passphrase')}
          help={t('component.tls.passphraseHelp')}
        >
          <CredentialInput
            value={certificate.passphrase}
            label={t('component.tls.passphrase')}
            placeholder={'${passphrase}'}
            onChange={passphrase => onChange({ ...certificate, passphrase }, 'clientCertificate.passphrase')}
          />
        </Field>
      )}
    </>
  )
}

function emptyCertificate(kind: ClientCertificate['kind']): ClientCertificate {
  if (kind === 'pem') return { kind, certificateFileId: '', keyFileId: null, passphrase: '' }
  return kind === 'p12' ? { kind, fileId: '', passphrase: '' } : { kind }
}
