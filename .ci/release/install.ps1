# Installs Brace @version@ for the current user: install.ps1 [-Folder FOLDER]
# FOLDER is %LOCALAPPDATA%\Programs\brace where none is given; it is added to
# the user's Path. Nothing runs as administrator. $env:BRACE_URL names a mirror
# of the release's files.
param([string] $Folder = (Join-Path $env:LOCALAPPDATA 'Programs\brace'))

$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'

$url = if ($env:BRACE_URL) { $env:BRACE_URL } else { '@url@' }
$archive = '@archive@'
$sum = '@sum@'

$work = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
New-Item -ItemType Directory -Path $work | Out-Null
try {
  $file = Join-Path $work $archive
  Invoke-WebRequest -Uri "$url/$archive" -OutFile $file -UseBasicParsing

  $got = (Get-FileHash -Algorithm SHA256 -Path $file).Hash.ToLowerInvariant()
  if ($got -ne $sum) {
    throw "Cannot install Brace: $archive has the SHA-256 $got, expected is $sum"
  }

  Expand-Archive -Path $file -DestinationPath $work
  New-Item -ItemType Directory -Path $Folder -Force | Out-Null
  $name = [IO.Path]::GetFileNameWithoutExtension($archive)
  Copy-Item -Path (Join-Path (Join-Path $work $name) 'brace.exe') -Destination $Folder -Force
} finally {
  Remove-Item -Path $work -Recurse -Force
}

$program = Join-Path $Folder 'brace.exe'
& $program --version | Out-Null
if ($LASTEXITCODE -ne 0) {
  throw "Cannot install Brace: $program does not run"
}

$path = [Environment]::GetEnvironmentVariable('Path', 'User')
if (($path -split ';') -notcontains $Folder) {
  [Environment]::SetEnvironmentVariable('Path', "$path;$Folder".TrimStart(';'), 'User')
  Write-Output "$Folder was added to your Path: open a new terminal"
}
Write-Output "Brace @version@ is installed: $program"
