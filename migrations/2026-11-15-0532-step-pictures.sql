alter table artifacts drop constraint artifacts_kind_check;
alter table artifacts add constraint artifacts_kind_check
  check (kind in ('screenshot', 'download', 'recording', 'step'));
