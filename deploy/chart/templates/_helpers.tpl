{{/* Names and labels that every object shares. */}}
{{- define "pone.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "pone.labels" -}}
app.kubernetes.io/name: pone
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "pone.serverLabels" -}}
app.kubernetes.io/name: pone
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end -}}

{{- define "pone.agentLabels" -}}
app.kubernetes.io/name: pone
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: agent
{{- end -}}

{{/* An image: registry, name, tag. */}}
{{- define "pone.image" -}}
{{- $image := .root.Values.image -}}
{{- with $image.registry }}{{ trimSuffix "/" . }}/{{ end }}{{ .name }}:{{ $image.tag | default .root.Chart.AppVersion }}
{{- end -}}

{{- define "pone.secretName" -}}
{{- .Values.secretKey.existingSecret | default (printf "%s-keys" (include "pone.name" .)) -}}
{{- end -}}

{{- define "pone.databaseSecret" -}}
{{- .Values.database.existingSecret | default (printf "%s-database" (include "pone.name" .)) -}}
{{- end -}}

{{- define "pone.filesClaim" -}}
{{- .Values.files.existingClaim | default (printf "%s-files" (include "pone.name" .)) -}}
{{- end -}}

{{/* Where agents and programs in the cluster reach the servers. */}}
{{- define "pone.scheme" -}}
http{{ if .Values.tls.secretName }}s{{ end }}
{{- end -}}

{{/* What the values must not be together; told in words before anything is made. */}}
{{- define "pone.check" -}}
{{- $_ := required "image.registry: name the registry that has the images, e.g. registry.example.com/tools." .Values.image.registry -}}
{{- if not (or .Values.database.url .Values.database.existingSecret) -}}
{{- fail "Give a PostgreSQL: database.url, or database.existingSecret with its address." -}}
{{- end -}}
{{- if and .Values.tls.caEntry (not .Values.tls.secretName) -}}
{{- fail "tls.caEntry is an entry of the secret that tls.secretName names; give both." -}}
{{- end -}}
{{- if and (gt (int .Values.server.replicas) 1) (not .Values.files.existingClaim) (ne .Values.files.accessMode "ReadWriteMany") -}}
{{- fail "Several servers share their uploads: set files.accessMode to ReadWriteMany (and a storage class that can do it), or name files.existingClaim." -}}
{{- end -}}
{{- end -}}
