-- The first answer, right or wrong, uses a challenge up.
alter table signup_challenges drop column wrong_answers;
