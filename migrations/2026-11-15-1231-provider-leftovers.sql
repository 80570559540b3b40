-- Not only logins are left at providers: browsers that were opened there are too.
alter table provider_logins rename to provider_leftovers;
alter index provider_logins_due rename to provider_leftovers_due;
comment on table provider_leftovers is
  'What attempts may have left at a provider. A row stays until the provider says that it is gone.';
comment on column provider_leftovers.item is 'The provider''s name for it, once it told one.';
